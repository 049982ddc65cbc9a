import { type RawBuilder, sql } from "kysely";
import type { ErasedTable, Erasure, ErasureWork } from "../../../platform/kinds/erasure.ts";
import type { Database } from "../../../tables.ts";
import { queueWordsOf } from "../../search/public.ts";

const rowsAtOnce = 2_000;

/** The tables whose rows search finds, with the column of the ID that it has. */
const searched: Readonly<Record<string, string>> = {
  ...{ announcements: "id", articles: "id", article_versions: "article_id", boards: "id", cards: "id" },
  ...{ comments: "id", events: "id", ideas: "id", questions: "id", question_answers: "id", tasks: "id" },
};

/**
 * The versions of texts that somebody may have open: with a higher one, no screen sends a text back that has the old name.
 */
const versions: Readonly<Record<string, readonly string[]>> = {
  ...{ announcements: ["version", "text_version"], article_drafts: ["version"], cards: ["version"] },
  ...{ comments: ["version"], events: ["version"], ideas: ["version", "text_version"] },
  incident_reports: ["version"],
  ...{ question_answers: ["version"], questions: ["text_version"], sop_runs: ["revision"] },
  tasks: ["version", "description_version"],
};

/** SQL: raises the versions of a row whose texts change. */
export const raisedVersions = (table: string): RawBuilder<unknown>[] =>
  (versions[table] ?? []).map((column) => sql`${sql.id(column)} = t.${sql.id(column)} + 1`);

/** Returns how an erasure changes the rows of a table. Undefined if they stay, or if an eraser changes them. */
function planOf({ rule }: ErasedTable, keepsTexts: boolean) {
  if (rule === "always") return { deletes: true } as const;
  if (rule === "written") return keepsTexts ? undefined : ({ deletes: true } as const);
  if (typeof rule === "string") return undefined;
  const when = "deletes" in rule ? rule.deletes : rule.when;
  if (when === "written" && keepsTexts) return undefined;
  return "deletes" in rule ? ({ deletes: true } as const) : ({ clears: rule.clears } as const);
}

/** SQL: a row of `t` is the person's. */
export function isOfPerson({ of, where }: ErasedTable, personId: string): RawBuilder<boolean> {
  const owned = of.map((column) => sql<boolean>`${sql.ref(`t.${column}`)} = ${personId}`);
  const conditions = [
    ...(owned.length > 0 ? [sql<boolean>`(${sql.join(owned, sql` OR `)})`] : []),
    ...(where ? [where(personId)] : []),
  ];
  return conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` AND `)})` : sql<boolean>`false`;
}

/**
 * Deletes or clears the rows of a person in a table, as its slice says.
 * @returns how many.
 */
export async function eraseRows(
  erasure: Erasure,
  table: ErasedTable,
  work: ErasureWork<Database>,
): Promise<number> {
  const plan = planOf(table, erasure.keepsTexts);
  if (!plan) return 0;
  const { personId } = erasure;
  const name = sql.table(table.table);
  let count = 0;
  const id = searched[table.table];
  if (id !== undefined)
    await work.part((tx) =>
      queueWordsOf(tx, sql`SELECT ${sql.ref(`t.${id}`)} FROM ${name} t WHERE ${isOfPerson(table, personId)}`),
    );
  const values =
    "deletes" in plan
      ? []
      : Object.entries(plan.clears).map(([column, value]) => ({
          column: sql.id(column),
          reference: sql.ref(`t.${column}`),
          value: typeof value === "string" ? sql`${value}::text` : (value ?? sql`NULL`),
        }));
  const isOther = values.map(({ reference, value }) => sql<boolean>`${reference} IS DISTINCT FROM ${value}`);
  const isDue = sql<boolean>`${isOfPerson(table, personId)}
    ${isOther.length > 0 ? sql`AND (${sql.join(isOther, sql` OR `)})` : sql``}`;
  for (;;) {
    work.signal.throwIfAborted();
    // Looking for them may take long, and locks nothing.
    const { rows } = await work.read((tx) =>
      sql<{ place: string }>`SELECT t.ctid::text AS place FROM ${name} t WHERE ${isDue}
        LIMIT ${sql.lit(rowsAtOnce)}`.execute(tx),
    );
    if (rows.length === 0) return count;
    const places = rows.map(({ place }) => place);
    count += await work.part(async (tx) => {
      const isStill = sql<boolean>`t.ctid = ANY (${places}::tid[]) AND ${isDue}`;
      const { numAffectedRows = 0n } = await ("deletes" in plan
        ? sql`DELETE FROM ${name} t WHERE ${isStill}`
        : sql`UPDATE ${name} t SET ${sql.join([
            ...values.map(({ column, value }) => sql`${column} = ${value}`),
            ...raisedVersions(table.table),
          ])} WHERE ${isStill}`
      ).execute(tx);
      return Number(numAffectedRows);
    });
  }
}
