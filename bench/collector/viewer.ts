// Somebody who looks at pages of a running collector, one after the other.
import { execFileSync } from "node:child_process";
import { request } from "node:https";

const PAGES = ["/", "/?by=machine", "/machines", "/?by=account", "/limits"];

interface Answer {
  readonly status: number;
  readonly cookie: string;
}

/** Opens pages until it is told to stop. @returns the function that does, and says how many there were */
export async function viewPages(
  command: readonly string[],
  data: string,
  url: string,
): Promise<() => Promise<number>> {
  const [program = "", ...args] = command;
  const options = ["admin", "--json", "--data", data];
  const { link } = JSON.parse(execFileSync(program, [...args, ...options], { encoding: "utf8" })) as {
    link: string;
  };
  const form = new URLSearchParams({ code: link.split("#")[1] ?? "" }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded", origin: new URL(url).origin };
  const { cookie } = await ask(new URL("/login", url), "POST", headers, form);
  let count = 0;
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      const page = new URL(PAGES[count % PAGES.length] ?? "/", url);
      const { status } = await ask(page, "GET", { cookie });
      if (status !== 200) throw new Error(`${page.pathname}${page.search}: ${status}`);
      count++;
    }
  })();
  return async () => {
    isOver = true;
    await looking;
    return count;
  };
}

function ask(url: URL, method: string, headers: Record<string, string>, body = ""): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers, rejectUnauthorized: false });
    call.on("error", reject);
    call.on("response", (response) => {
      const cookie = response.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
      response.resume().on("end", () => resolve({ status: response.statusCode ?? 0, cookie }));
    });
    call.end(body);
  });
}
