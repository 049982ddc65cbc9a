import { join } from "node:path";
import { createGzip } from "node:zlib";
import pg from "pg";
import { to } from "pg-copy-streams";
import { writeMeasured } from "../files/measured-copy.ts";
import type { Manifest, StoredTable } from "./manifest.ts";

type Dump = Pick<Manifest, "migrations" | "tables" | "sequences">;

/**
 * Writes every table of the database, in one snapshot, into files below `folder`. It takes no lock that a write would
 * wait for, and streams rows in small pieces.
 */
export async function dumpDatabase(url: string, folder: string): Promise<Dump> {
  const client = new pg.Client({ connectionString: url, application_name: "atoll backup" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await client.query(plainText);
    const { rows: migrations } = await client.query<Dump["migrations"][number]>(
      "SELECT number, name FROM migrations ORDER BY number",
    );
    const tables: StoredTable[] = [];
    for (const table of await tablesOf(client)) tables.push(await dumpTable(client, folder, table));
    const { rows: sequences } = await client.query<{ name: string; lastValue: string }>(
      `SELECT sequencename AS name, last_value::text AS "lastValue" FROM pg_sequences
       WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`,
    );
    await client.query("COMMIT");
    return {
      migrations,
      tables,
      sequences: sequences.map(({ name, lastValue }) => ({ name, lastValue: Number(lastValue) })),
    };
  } finally {
    await client.end();
  }
}

/** Values as every version of PostgreSQL writes and reads them, and no limit of time: a large table takes its own. */
export const plainText = `
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL client_encoding = 'UTF8'; SET LOCAL datestyle = 'ISO'; SET LOCAL intervalstyle = 'iso_8601';
  SET LOCAL timezone = 'UTC'; SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'`;

interface TableShape {
  name: string;
  columns: string[];
}

/** The tables of Atoll, without what extensions bring, and their columns, without those that are computed. */
async function tablesOf(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
    GROUP BY c.relname ORDER BY c.relname`);
  return rows;
}

async function dumpTable(client: pg.Client, folder: string, table: TableShape): Promise<StoredTable> {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(", ");
  const copy = client.query(
    to(`COPY (SELECT ${columns} FROM public.${pg.escapeIdentifier(table.name)}) TO STDOUT`),
  );
  const zip = createGzip({ level: 5 });
  copy.once("error", (error) => zip.destroy(error));
  const file = `tables/${table.name}.copy.gz`;
  const measured = await writeMeasured(join(folder, file), copy.pipe(zip));
  return { ...table, ...measured, file, rows: copy.rowCount };
}
