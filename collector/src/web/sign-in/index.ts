/* Signing in and out, passwords, and links that show one page. */
export { routePassword } from "./password.ts";
export { routeSignIn } from "./routes.ts";
