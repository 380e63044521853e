/* What usage costs at API list prices. */
export {
  type Amount,
  type Cost,
  costOf,
  type PricedUse,
  ratesOf,
  type TotalCost,
  totalCostOf,
  type Unpriced,
} from "./cost.ts";
export { modelId, modelName } from "./model-name.ts";
export type { Price } from "./price.ts";
export { PRICES_DATE } from "./table.ts";
