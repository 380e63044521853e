// A process that runs one beat for each config that it is sent, and answers with the result. Started with "hold", its
// usage call waits for the message "answer". It makes no network calls.
import { once } from "node:events";
import { runBeat } from "../../../src/beat/beat.ts";

const isHeld = process.argv[2] === "hold";

async function usage(): Promise<Response> {
  process.send?.("asked");
  await new Promise<void>((resolve) => {
    process.on("message", (message) => message === "answer" && resolve());
  });
  return new Response("{}", { status: 500 });
}

process.on("message", (message) => {
  if (typeof message === "string") return;
  const config = message as { stateDir: string };
  const env = { HOME: "/nowhere", ...(isHeld ? {} : { AGENT_USAGE_LIMITS: "off" }) };
  void runBeat({ config, env, fetch: usage }).then((result) => process.send?.(result.status));
});
process.send?.("ready");
await once(process, "disconnect");
process.exit();
