import { type RawBuilder, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { type LeftOfEntry, recordAct, redactEntries } from "../../platform/audit.ts";
import { type Erasure, erasedName, erasedText } from "../../platform/kinds/erasure.ts";
import type { SliceEraser } from "../../slice.ts";
import type { Database } from "../../tables.ts";

/** Entries of one transaction, which others wait for. */
const entriesAtOnce = 2_000;

/**
 * Removes the names and addresses of a person from the audit log. Each entry keeps its hash, which the next one has, and
 * an entry of its own proves what is left of a part of them: see `verifyEntries`.
 */
export const entryEraser: SliceEraser = {
  phase: "traces",
  async erase(_context, erasure, work) {
    let count = 0;
    for (let done = entriesAtOnce; done >= entriesAtOnce; count += done) {
      work.signal.throwIfAborted();
      done = await work.part((tx) => redactPart(tx, erasure));
    }
    return count;
  },
};

async function redactPart(tx: Database, erasure: Erasure): Promise<number> {
  const left = leftOf(erasure);
  const partId = uuidv7();
  const { rows } = await sql<{ number: number }>`SELECT t.number FROM audit_log t
    WHERE (t.actor_id = ${erasure.personId} OR t.subject_id = ${erasure.personId} OR ${isOfDeleted(erasure)}
      OR ${erasure.inTexts.areIn([
        { name: "actor_name", type: "text" },
        { name: "subject_name", type: "text" },
        { name: "before", type: "json" },
        { name: "after", type: "json" },
      ])})
      AND (t.actor_name, t.subject_name, t.before, t.after, t.address)
        IS DISTINCT FROM (${left.actorName}, ${left.subjectName}, ${left.before}, ${left.after}, ${left.address})
    ORDER BY t.number LIMIT ${sql.lit(entriesAtOnce)}`.execute(tx);
  const numbers = rows.map(({ number }) => number);
  if (numbers.length === 0) return 0;
  await redactEntries(tx, { partId, numbers, left });
  const digest = await sql<{ digest: string }>`SELECT audit_redaction_digest(${partId}) AS digest`.execute(
    tx,
  );
  await recordAct(tx, {
    ...{ action: "audit.redacted", actor: undefined, address: "" },
    subject: { type: "audit-redaction", id: partId, name: erasedName },
    after: { entries: numbers.length, digest: digest.rows[0]?.digest ?? "" },
  });
  return numbers.length;
}

/** The kinds of things whose titles a person wrote. */
const written = ["announcement", "answer", "article", "board", "card", "event", "idea", "question", "task"];

/** SQL: an entry `t` is about something that the person wrote, and that the company does not keep. */
function isOfDeleted({ personId, keepsTexts }: Erasure): RawBuilder<boolean> {
  if (keepsTexts) return sql<boolean>`false`;
  return sql<boolean>`(t.subject_type = ANY (${written}::text[]) AND (t.actor_id = ${personId} OR t.subject_id IN (
    SELECT a.id::text FROM articles a WHERE a.created_by = ${personId}
    UNION ALL SELECT a.id::text FROM announcements a WHERE a.author_id = ${personId})))`;
}

/** SQL: the columns of an entry `t` without the person. */
function leftOf(erasure: Erasure): LeftOfEntry {
  const { personId, inTexts } = erasure;
  const name = sql`${erasedName}::text`;
  const isDeleted = isOfDeleted(erasure);
  return {
    actorName: sql`CASE WHEN t.actor_id = ${personId} AND t.actor_name IS NOT NULL THEN ${name}
      ELSE ${inTexts.withoutIn({ name: "actor_name", type: "text" })} END`,
    subjectName: sql`CASE WHEN t.subject_id = ${personId} AND t.subject_type = 'user' AND t.subject_name IS NOT NULL THEN ${name}
      WHEN ${isDeleted} THEN ${erasedText}::text
      ELSE ${inTexts.withoutIn({ name: "subject_name", type: "text" })} END`,
    before: sql`CASE WHEN NOT ${isDeleted} THEN ${inTexts.withoutIn({ name: "before", type: "json" })} END`,
    after: sql`CASE WHEN NOT ${isDeleted} THEN ${inTexts.withoutIn({ name: "after", type: "json" })} END`,
    address: sql`CASE WHEN t.actor_id = ${personId} OR (t.actor_id IS NULL AND t.subject_id = ${personId}) THEN ''
      ELSE t.address END`,
  };
}
