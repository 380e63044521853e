import { packRows } from "./columns.ts";

/** Rows of one message: unpacking them must not hold up a push. */
const CHUNK = 500;

/**
 * Reads, and never writes: no checkpoint either, which two connections must not do at the same time before SQLite 3.51.3.
 */
export const READER = `
const { parentPort, workerData: { library, libsql, file, cacheKib } } = require("node:worker_threads");
process.emitWarning = () => {};
const packRows = ${packRows.toString()};
const isLibsql = library === "libsql";
let database;
const statements = new Map();
const prepared = (text) => {
  let statement = statements.get(text);
  if (statement !== undefined) return statement;
  if (statements.size >= 100) statements.clear();
  statement = database.prepare(text);
  if (isLibsql) statement.raw(true);
  else statement.setReturnArrays(true);
  statements.set(text, statement);
  return statement;
};
const open = () => {
  database = isLibsql ? new (require(libsql))(file) : new (require("node:sqlite").DatabaseSync)(file, { readOnly: true });
  for (const pragma of ["busy_timeout = 2000", "query_only = on", "wal_autocheckpoint = 0", "cache_size = -" + cacheKib])
    database.exec("pragma " + pragma);
};
parentPort.on("message", (job) => {
  if (job === null) {
    database?.close();
    return parentPort.close();
  }
  const { id, text, values, isByColumn } = job;
  try {
    if (database === undefined) open();
    if (values === undefined) {
      database.exec(text);
      return parentPort.postMessage({ id, names: [], rows: [], isLast: true });
    }
    const statement = prepared(text);
    const rows = isLibsql ? statement.all(values) : statement.all(...values);
    const names = statement.columns().map(({ name }) => name);
    if (isByColumn) {
      const columns = packRows(rows, names.length);
      const sent = columns.map((column) => (column.places ?? column).buffer);
      return parentPort.postMessage({ id, names, columns, length: rows.length, isLast: true }, sent);
    }
    let from = 0;
    do {
      const chunk = rows.slice(from, from + ${CHUNK});
      from += ${CHUNK};
      parentPort.postMessage({ id, names, rows: chunk, isLast: from >= rows.length });
    } while (from < rows.length);
  } catch (error) {
    parentPort.postMessage({ id, error: { message: error.message, rawCode: error.rawCode ?? error.errcode } });
  }
});
`;
