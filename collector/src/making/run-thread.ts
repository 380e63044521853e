import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { type Answer, type Asked, answerRead } from "../server/index.ts";
import { openReader, type Store, StoreUnavailable } from "../store/index.ts";
import { makePage } from "../web/index.ts";
import type { FromThread, ThreadData, ToThread } from "./messages.ts";

/** Runs in the thread: answers until it is told to end. Its store reads synchronously, which holds up nobody. */
export function runThread(): void {
  const port = parentPort;
  if (port === null) throw new Error("this is the program of a thread");
  const { database } = workerData as ThreadData;
  let store: Store | undefined;
  port.on("message", (sent: ToThread) => {
    if (sent === null) {
      port.close();
      void store?.close();
      return;
    }
    void answerTo(port, sent.id, () => {
      store ??= openReader(database);
      return make(store, sent.asked);
    });
  });
}

function make(store: Store, asked: Asked): Promise<Answer> {
  return asked.kind === "page" ? makePage(store, asked) : answerRead(store, asked);
}

async function answerTo(port: MessagePort, id: number, work: () => Promise<Answer>): Promise<void> {
  const send = (message: FromThread, bytes: ArrayBuffer[] = []) => port.postMessage(message, bytes);
  try {
    const answer = await work();
    // Handed over, not copied.
    send({ id, answer }, [answer.body.buffer]);
  } catch (error) {
    send(error instanceof StoreUnavailable ? { id, trouble: error.trouble } : { id, error });
  }
}
