import { readFile } from "node:fs/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "./database.ts";

// `tables.ts` is generated from the migrations. If this fails, run `npx vitest run test/tables -u`.
test("server/src/tables.ts types every column of the migrated database", async () => {
  const [columns, known] = [await readColumns(), await readKnownTypes()];
  const paths = new Set(columns.map(pathOf));
  expect([...known.keys()].filter((path) => !paths.has(path))).toEqual([]);
  const tables = Map.groupBy(columns, ({ table }) => table);
  const bodies = [...tables].map(([table, list]) => {
    const lines = list.map((column) => `    ${column.name}: ${typeOf(column, known.get(pathOf(column)))};\n`);
    return `  ${table}: {\n${lines.join("")}  };\n`;
  });
  const file = `${head}\nexport interface Tables {\n${bodies.join("")}}\n\nexport type Database = Kysely<Tables>;\n`;
  await expect(file).toMatchFileSnapshot("../src/tables.ts");
});

const head = `// Generated from the migrations by \`npx vitest run test/tables -u\`. Do not edit: \`column-types.ts\` gives the types that
// PostgreSQL does not know.
import type { ColumnType, Generated, GeneratedAlways, Kysely } from "kysely";
import type { ColumnValues, WholeColumns } from "./column-types.ts";

/** JSON, written as text. */
type Json<T> = ColumnType<T, string, string>;
type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>;
type GeneratedJson<T> = ColumnType<T, string | undefined, string>;
/** A day, written as text and read as midnight in the server's time zone. */
type Day = ColumnType<Date, string, string>;
type DayOrNull = ColumnType<Date | null, string | null, string | null>;
/** A number of any precision, read as text. */
type Numeric = ColumnType<string, number, number>;
type NumericOrNull = ColumnType<string | null, number | null, number | null>;
`;

interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  /** Computed from other columns, or an identity that no insert may give. */
  isAlwaysGenerated: boolean;
}

async function readColumns(): Promise<Column[]> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query<Column>(`
      SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, NULL) AS type,
        NOT a.attnotnull AS "isNullable", a.atthasdef OR a.attidentity <> '' AS "hasDefault",
        a.attgenerated <> '' OR a.attidentity = 'a' AS "isAlwaysGenerated"
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      ORDER BY c.relname COLLATE "C", a.attnum`);
    return rows;
  } finally {
    await client.end();
    await database.drop();
  }
}

/** The interfaces of `column-types.ts`, by column. */
type Known = "ColumnValues" | "WholeColumns";

async function readKnownTypes(): Promise<Map<string, Known>> {
  const text = await readFile(new URL("../src/column-types.ts", import.meta.url), "utf8");
  const pathsIn = (name: Known): [string, Known][] => {
    const [, body = ""] = new RegExp(`interface ${name} {\n(.*?)\n}\n`, "s").exec(text) ?? [];
    return [...body.matchAll(/^ {2}"(\w+\.\w+)": /gm)].map(([, path = ""]) => [path, name]);
  };
  return new Map([...pathsIn("ColumnValues"), ...pathsIn("WholeColumns")]);
}

function pathOf({ table, name }: Column): string {
  return `${table}.${name}`;
}

/** The types that the driver reads values as. */
const types: Readonly<Record<string, string>> = {
  bigint: "number",
  "bit varying": "string",
  boolean: "boolean",
  bytea: "Buffer",
  "character varying": "string",
  "double precision": "number",
  integer: "number",
  real: "number",
  smallint: "number",
  text: "string",
  "time without time zone": "string",
  "timestamp with time zone": "Date",
  tsvector: "string",
  uuid: "string",
};

function typeOf(column: Column, known: Known | undefined): string {
  const { type, isNullable, hasDefault, isAlwaysGenerated } = column;
  const path = pathOf(column);
  if (known === "WholeColumns") return `WholeColumns["${path}"]`;
  if (type === "date") return isNullable ? "DayOrNull" : "Day";
  if (type === "numeric") return isNullable ? "NumericOrNull" : "Numeric";
  const own = known && `ColumnValues["${path}"]`;
  if (type === "jsonb") {
    if (!own) throw new Error(`What is in ${path}? Its type belongs in server/src/column-types.ts.`);
    return `${isNullable ? "JsonOrNull" : hasDefault ? "GeneratedJson" : "Json"}<${own}>`;
  }
  const element = types[type.replace(/\[\]$/, "")];
  const value = own ?? (element && element + (type.endsWith("[]") ? "[]" : ""));
  if (!value) throw new Error(`${path}: ${type} has no type here. server/src/column-types.ts can give one.`);
  const whole = isNullable ? `${value} | null` : value;
  if (isAlwaysGenerated) return `GeneratedAlways<${whole}>`;
  return hasDefault ? `Generated<${whole}>` : whole;
}
