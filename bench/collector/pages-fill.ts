// A large fleet in a database: written in SQL, because a year of 10,000 machines is 15 million rows.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { openStore, sqliteLibraries } from "../../collector/src/store/index.ts";
import { addDays } from "../../src/base/calendar.ts";

const CLI = resolve("collector/dist/cli.js");
/** Changes when what is written changes, so that an older file is not used. */
const VERSION = 1;
const MODELS = ["claude-opus-5", "claude-sonnet-5", "claude-haiku-4-5"];
/** Machines of one account. */
const PER_ACCOUNT = 25;
/** For how many days the readings of limits are kept, one every two hours. */
const LIMIT_DAYS = 60;
/** How many different figures there are. */
const SPREAD = 97;

const COUNTS = [
  "requests",
  "input_tokens",
  "output_tokens",
  "cache_creation_tokens",
  "cache_read_tokens",
].concat("cache_creation_1h_tokens");
const sums = (of: (column: string) => string) => COUNTS.map(of).join(", ");
const summed = `count(*), ${sums((name) => `sum(${name} & 4294967295)`)}, ${sums((name) => `sum(${name} >> 32)`)}`;
const all = `count(distinct u.machine), ${sums((name) => `sum(u.${name} & 4294967295)`)}, ${sums((name) => `sum(u.${name} >> 32)`)}`;

/** @returns the folder of a collector whose database has so many machines, each with a year of days until today */
export async function filledFolder(machines: number, today: string): Promise<string> {
  const folder = join(tmpdir(), `agent-usage-bench-pages-${VERSION}`, `${machines}-${today}`);
  if (existsSync(folder)) return folder;
  const part = `${folder}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true, mode: 0o700 });
  fill(join(part, "collector.db"), machines, today);
  await pack(join(part, "collector.db"), addDays(today, -1));
  await rename(part, folder);
  return folder;
}

function fill(file: string, machines: number, today: string): void {
  const made = spawnSync(process.execPath, [CLI, "admin", "--data", dirname(file)], { encoding: "utf8" });
  if (made.status !== 0) throw new Error(made.stderr);
  const database = sqliteLibraries()[0]?.open(file);
  if (database === undefined) throw new Error("this Node has no SQLite");
  const models = MODELS.map((model, place) => `(${place}, '${model}')`).join(", ");
  for (const statement of [
    "pragma synchronous = off",
    "pragma cache_size = -400000",
    "begin",
    `create temp table some_day as with recursive n(at) as (select 0 union all select at + 1 from n where at < 364)
       select 364 - at as at, date('${today}', '-' || at || ' days') as day from n order by 1`,
    "create temp table some_model (place, model)",
    `insert into some_model values ${models}`,
    `create temp table some_count as with recursive n(x) as (select 0 union all select x + 1 from n where x < ${SPREAD - 1})
       select x, 3 + x * x / 40 as n from n`,
    "create unique index temp.some_count_x on some_count (x)",
    `insert into machine (program, machine_id, label, os, account, agent_version, agent_usage_version, first_seen, last_seen, root,
       state_id, seq, state_at)
     with recursive n(id) as (select 1 union all select id + 1 from n where id < ${machines})
     select 'agent-usage', printf('00000000-0000-4000-8000-%012d', id), 'machine-' || id, 'linux',
       'team-' || (id / ${PER_ACCOUNT}) || '@example.com', '2.1.0', '1.0.0', 1700000000000, unixepoch('now') * 1000 - id * 60, id,
       'state', 1, 0 from n order by id`,
    `insert into usage select m.id, d.day, o.model, r.n, r.n * 70, r.n * 900, r.n * 3000, r.n * 90000, r.n * (m.id % 3) * 500
     from machine m cross join some_day d cross join some_model o
       cross join some_count r on r.x = (m.id * 31 + d.at * 7 + o.place * 13) % ${SPREAD}
     order by m.id, d.day, o.model`,
    `insert into machine_day select u.machine, u.day, u.day < date('${today}', '-2 days'), m.account, 1, ${sums((name) => `sum(u.${name})`)}
     from usage u join machine m on m.id = u.machine group by u.machine, u.day`,
    `insert into day_sum select day, model, 0, ${summed} from usage group by day, model`,
    `insert into day_sum select u.day, '', 0, ${all} from usage u group by u.day`,
    `insert into account_day_sum select u.day, m.account, u.model, 0, ${summed.replaceAll("(", "(u.").replaceAll("u.*", "*")}
     from usage u join machine m on m.id = u.machine group by u.day, m.account, u.model`,
    `insert into account_day_sum select u.day, m.account, '', 0, ${all}
     from usage u join machine m on m.id = u.machine group by u.day, m.account`,
    ...limits(today),
    "commit",
    "pragma wal_checkpoint(truncate)",
  ]) {
    const began = performance.now();
    database.exec(statement);
    if (process.env["BENCH_VERBOSE"])
      console.error(Math.round(performance.now() - began), statement.slice(0, 80));
  }
  database.close();
}

/** Two limits for each account, one that resets every six hours and one every week. */
function limits(today: string): string[] {
  const columns = "account, machine, kind, limit_group, model, percent, severity, resets_at, fetched_at";
  const hour = 3_600_000;
  const last = Date.parse(`${today}T00:00:00Z`);
  const ends = (length: number) => `(n.at / ${length * hour} + 1) * ${length * hour}`;
  const reading = (kind: string, length: number) =>
    `select a.account, 0, '${kind}', '${kind}', '', (n.at % ${length * hour}) * (40 + a.place % 60) / ${length * hour},
       null, ${ends(length)}, n.at from some_account a cross join some_time n`;
  return [
    `create temp table some_account as select account, row_number() over (order by account) as place
       from (select distinct account from machine)`,
    `create temp table some_time as with recursive n(at) as (select ${last - LIMIT_DAYS * 24 * hour} union all
       select at + ${2 * hour} from n where at + ${2 * hour} <= ${last}) select at from n`,
    ...[reading("session", 6), reading("weekly", 168)].flatMap((readings) => [
      `insert into limit_history (${columns}) ${readings} order by n.at, a.place`,
      `insert into limit_now (${columns}) ${readings} where n.at = (select max(at) from some_time)`,
    ]),
  ];
}

/** Packs all days that are over, as a collector that runs has done by now. */
async function pack(file: string, until: string): Promise<void> {
  const makeAuthority = () => Promise.reject(new Error("the database is not new"));
  const opened = await openStore({ database: `sqlite:${file}`, makeAuthority });
  if (opened.status !== "open") throw new Error(opened.reason);
  while (await opened.store.pack(until));
  await opened.store.close();
}
