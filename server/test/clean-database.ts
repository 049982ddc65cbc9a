import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Returns a test database to the content that it had, for the next file that uses it. */
export interface DatabaseCleaner {
  /**
   * Deletes what was added, and restores what was changed or deleted.
   * @throws if the database cannot be used again: a transaction or a lock was left open, or the schema differs.
   */
  clean(): Promise<void>;
  close(): Promise<void>;
}

/** A table that has rows from the start, such as the permissions. */
interface FilledTable {
  name: string;
  columns: string;
  rows: string;
}

// PostgreSQL keeps the size of each table in its file, so this costs no look into the tables.
const tablesWithPages = `SELECT class.oid::regclass::text AS name, pg_relation_size(class.oid) AS bytes
  FROM pg_class AS class JOIN pg_namespace AS namespace ON namespace.oid = class.relnamespace
  WHERE class.relkind = 'r' AND namespace.nspname <> 'information_schema' AND namespace.nspname NOT LIKE 'pg\\_%'
    AND pg_relation_size(class.oid) > 0`;

const schemaShape = `SELECT concat_ws(' ',
    (SELECT concat(count(*), ':', max(oid::bigint)) FROM pg_class WHERE relpersistence <> 't'),
    (SELECT concat(count(*), ':', sum(attnum)) FROM pg_attribute WHERE attrelid > 16383 AND NOT attisdropped),
    (SELECT concat(count(*), ':', max(oid::bigint), ':', count(*) FILTER (WHERE tgenabled = 'O')) FROM pg_trigger),
    (SELECT concat(count(*), ':', max(oid::bigint)) FROM pg_constraint),
    (SELECT concat(count(*), ':', max(oid::bigint)) FROM pg_proc)) AS shape`;

/** A server listens with one connection: a second one is of a server that a test left running. */
const connections = `SELECT (count(*) FILTER (WHERE state <> 'idle'))::int AS busy,
    (count(*) FILTER (WHERE application_name = 'atoll notifications'))::int AS listening
  FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;

const bytesWorthAVacuum = 256 * 1024;
/** How long the work of the file before may still take. */
const patienceMs = 5_000;

/** Takes note of the content of a database over which one server runs. */
export async function createCleaner(url: string): Promise<DatabaseCleaner> {
  const client = new pg.Client({ connectionString: url, application_name: "atoll tests" });
  // A file may have dropped the database. The next statement fails, too.
  client.on("error", () => undefined);
  await client.connect();
  // Foreign keys and triggers do not apply, so tables are emptied in any order. See `test-postgres.ts`.
  await client.query(
    "SET session_replication_role = replica; SET lock_timeout = '5s'; SET statement_timeout = '20s'",
  );

  async function becomeQuiet(): Promise<void> {
    const until = performance.now() + patienceMs;
    for (;;) {
      const { busy, listening } = (await client.query(connections)).rows[0];
      if (busy === 0 && listening <= 1) return;
      if (performance.now() > until)
        throw new Error(busy > 0 ? "a transaction was left open" : "a server was left running");
      await sleep(10);
    }
  }
  const shapeNow = async (): Promise<string> => (await client.query(schemaShape)).rows[0].shape;
  const written = async (): Promise<{ name: string; bytes: number }[]> =>
    (await client.query(tablesWithPages)).rows;

  async function digests(tables: readonly FilledTable[]): Promise<Map<string, string>> {
    const each = tables.map(
      ({ name }) =>
        `SELECT ${pg.escapeLiteral(name)} AS name, concat(count(*), ':', sum(hashtextextended(filled::text, 0))) AS digest FROM ${name} AS filled`,
    );
    const { rows } = await client.query(each.join(" UNION ALL "));
    return new Map(rows.map(({ name, digest }) => [name, digest]));
  }

  await becomeQuiet();
  const shape = await shapeNow();
  const filled: FilledTable[] = [];
  for (const { name } of await written()) {
    const { rows } = await client.query(
      `SELECT (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
         WHERE attrelid = ${pg.escapeLiteral(name)}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
       (SELECT json_agg(filled)::text FROM ${name} AS filled) AS rows`,
    );
    if (rows[0].rows !== null) filled.push({ name, ...rows[0] });
  }
  const names = new Set(filled.map(({ name }) => name));
  const before = await digests(filled);

  async function empty(): Promise<void> {
    const added = (await written()).filter(({ name }) => !names.has(name));
    if (added.length > 0) await client.query(added.map(({ name }) => `DELETE FROM ${name}`).join("; "));
    const now = await digests(filled);
    for (const { name, columns, rows } of filled) {
      if (now.get(name) === before.get(name)) continue;
      await client.query(`DELETE FROM ${name}`);
      await client.query(
        `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
         SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1::json)`,
        [rows],
      );
    }
  }

  return {
    async clean() {
      await becomeQuiet();
      if ((await shapeNow()) !== shape) throw new Error("the schema was changed");
      await empty();
      // Once more what the server's background work had at hand.
      await becomeQuiet();
      await empty();
      const large = (await written()).filter(({ bytes }) => bytes > bytesWorthAVacuum);
      if (large.length > 0) await client.query(`VACUUM ${large.map(({ name }) => name).join(", ")}`);
    },
    close: () => client.end(),
  };
}
