import pg from "pg";

/** The databases of a PostgreSQL server on loopback, which trusts everybody. */
export class Databases {
  readonly port: number;
  #made = 0;

  constructor(port: number) {
    this.port = port;
  }

  /** A new, empty database. @returns its URL */
  async createDatabase(): Promise<string> {
    // Of this process alone: several may share a server.
    const name = `test_${process.pid}_${++this.#made}`;
    await this.query(`create database ${name}`);
    return `postgres://postgres@127.0.0.1:${this.port}/${name}`;
  }

  /** Runs a statement as the superuser. */
  async query(text: string): Promise<pg.QueryResult> {
    const client = new pg.Client({
      host: "127.0.0.1",
      port: this.port,
      user: "postgres",
      database: "postgres",
    });
    await client.connect();
    try {
      return await client.query(text);
    } finally {
      await client.end();
    }
  }
}
