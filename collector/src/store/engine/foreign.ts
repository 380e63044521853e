/** Whether a database with these tables is another program's: it has some, and not those of our migrations. */
export function isForeign(tables: readonly string[]): boolean {
  if (tables.length === 0) return false;
  // A stop at the very first start can leave the first of the two alone.
  return !tables.includes("migration") || !(tables.includes("migration_lock") || tables.length === 1);
}
