import type pg from "pg";

export interface Statement {
  text: string;
  values: unknown[];
}

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Plan Rows": number;
  Plans?: Plan[];
}

/**
 * Milliseconds that PostgreSQL itself takes to plan and to run a statement, some times over, without what keeping
 * account of times and buffers would add.
 */
export async function timeInDatabase(
  client: pg.Client,
  { text, values }: Statement,
  times: number,
): Promise<{ planMs: number[]; runMs: number[] }> {
  const planMs: number[] = [];
  const runMs: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const { rows } = await client.query(
      `EXPLAIN (ANALYZE, TIMING OFF, BUFFERS OFF, FORMAT JSON) ${text}`,
      values,
    );
    const [plan] = rows[0]["QUERY PLAN"] as [{ "Planning Time": number; "Execution Time": number }];
    planMs.push(plan["Planning Time"]);
    runMs.push(plan["Execution Time"]);
  }
  return { planMs, runMs };
}

/** A table of so many rows is to be read by an index. */
const manyRows = 5_000;

/** The large tables that a statement is planned to read from one end to the other. */
export async function readWhole(client: pg.Client, { text, values }: Statement): Promise<string[]> {
  const large = await client.query<{ name: string }>(
    "SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND reltuples > $1",
    [manyRows],
  );
  const largeTables = large.rows.map(({ name }) => name);
  const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
  const [{ Plan: plan }] = rows[0]["QUERY PLAN"] as [{ Plan: Plan }];
  const whole = new Set<string>();
  const walk = (node: Plan) => {
    const table = node["Relation Name"];
    if (node["Node Type"] === "Seq Scan" && table && largeTables.includes(table)) whole.add(table);
    for (const part of node.Plans ?? []) walk(part);
  };
  walk(plan);
  return [...whole];
}
