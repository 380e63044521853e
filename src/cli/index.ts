export type { Command, Commands, Context, Operand, Options, Program, ValueOption } from "./command.ts";
export { completionsCommand } from "./completions/index.ts";
export { main } from "./main.ts";
export { type Output, refuse } from "./output.ts";
export { runProgram } from "./run-program.ts";
export { stopSignal } from "./signals.ts";
