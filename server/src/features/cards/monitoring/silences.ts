import { maxSilenceDays, maxSilences } from "@atoll/contract/cards/limits";
import type { NewSilence, Silence } from "@atoll/contract/cards/monitoring-schemas";
import { sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { createOnce, hashSent, insertNew, type Sent } from "../../../platform/create-once.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { accessType } from "../public.ts";
import { lockSection } from "../ranks.ts";
import { isTypeReadable } from "../readable.ts";

type Sources = Pick<SliceContext, "db" | "people">;

const dayMs = 86_400_000;

/** SQL: the card has all values of the silence `s`, ended or not. */
export const isMatchedBy = (card = "c"): RawBuilder<boolean> => sql`(s.type_id = ${sql.ref(`${card}.type_id`)}
  AND NOT EXISTS (SELECT FROM jsonb_to_recordset(s.matchers) AS m (field text, value text)
    WHERE ${sql.ref(`${card}.data`)} ->> m.field IS DISTINCT FROM m.value))`;

/** SQL: a silence applies to the card. One that is due does so until its end is noticed, and notifies then. */
export const isSilenced = (card = "c"): RawBuilder<boolean> =>
  sql`EXISTS (SELECT FROM card_silences s WHERE s.ended_at IS NULL AND ${isMatchedBy(card)})`;

/** The silences of a section that have not ended, the first to end first. */
export async function listSilences({ db, people }: Sources, typeId: string): Promise<Silence[]> {
  const rows = await db
    .selectFrom("card_silences")
    .selectAll()
    .where("type_id", "=", typeId)
    .where("ended_at", "is", null)
    .where("until", ">", sql<Date>`now()`)
    .orderBy("until")
    .orderBy("id")
    .limit(maxSilences)
    .execute();
  const known = await people.of(rows.map(({ created_by }) => created_by));
  return rows.map(({ id, matchers, until, reason, created_by, created_at }) => ({
    id,
    matchers,
    until: until.toISOString(),
    reason,
    person: known.get(created_by) ?? null,
    createdAt: created_at.toISOString(),
  }));
}

/**
 * Silences alerts until a time. The same one sent again is one.
 * @throws {AppError} `section_not_found`, `card_silence_wrong`, `card_silence_id_taken`, `too_many_card_silences`.
 */
export async function createSilence(
  db: Database,
  viewer: RequestViewer,
  typeId: string,
  input: NewSilence,
): Promise<void> {
  await transact(db, async (tx) => {
    const type = await accessType(tx, viewer, typeId);
    if (sectionOptionsSchema.parse(type.options).hooks !== "alerts")
      throw wrong("matchers", "This section has no alerts.");
    const aheadMs = Date.parse(input.until) - Date.now();
    if (aheadMs <= 0 || aheadMs > maxSilenceDays * dayMs)
      throw wrong("until", `Choose a time within the next ${maxSilenceDays} days.`);
    const sent = { byId: viewer.id, hash: hashSent({ ...input, typeId }) };
    await lockSection(tx, typeId);
    const { isNew } = await createOnce(sent, {
      insert: () => insertSilence(tx, typeId, input, sent),
      find: () =>
        tx
          .selectFrom("card_silences")
          .select(["created_by", "sent_hash"])
          .where("id", "=", input.id)
          .executeTakeFirst(),
      sentOf: (row) => ({ byId: row.created_by, hash: row.sent_hash }),
      taken: "card_silence_id_taken",
    });
    if (isNew) await assertRoom(tx, typeId);
  });
}

async function insertSilence(
  tx: Database,
  typeId: string,
  { id, matchers, until, reason }: NewSilence,
  { byId, hash }: Sent,
): Promise<boolean> {
  return insertNew(
    tx.insertInto("card_silences").values({
      id,
      type_id: typeId,
      matchers: JSON.stringify(matchers),
      until,
      reason,
      sent_hash: hash,
      created_by: byId,
    }),
  );
}

async function assertRoom(tx: Database, typeId: string): Promise<void> {
  const { count } = await tx
    .selectFrom("card_silences")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("type_id", "=", typeId)
    .where("ended_at", "is", null)
    .where("until", ">", sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  if (count > maxSilences) throw new AppError("too_many_card_silences");
}

/**
 * Ends a silence now.
 * @returns its department.
 * @throws {AppError} `card_silence_not_found`, also for one that has ended.
 */
export async function endSilence(db: Database, viewer: RequestViewer, silenceId: string): Promise<string> {
  return transact(db, async (tx) => {
    const row = await tx
      .selectFrom("card_silences as s")
      .innerJoin("card_types as ct", "ct.id", "s.type_id")
      .select("ct.department_id")
      .where("s.id", "=", silenceId)
      .where("s.ended_at", "is", null)
      .where("s.until", ">", sql<Date>`now()`)
      .where(isTypeReadable(viewer))
      .forUpdate("s")
      .executeTakeFirst();
    if (!row) throw new AppError("card_silence_not_found");
    // The sweep notices its end as if it had come by itself.
    await tx
      .updateTable("card_silences")
      .set({ until: sql<Date>`now()` })
      .where("id", "=", silenceId)
      .execute();
    return row.department_id;
  });
}

function wrong(path: string, message: string): AppError {
  return new AppError("card_silence_wrong", { fields: [{ path, message }] });
}
