import { isDeepStrictEqual } from "node:util";
import type { CardData, CardField } from "@atoll/contract/cards/field-schemas";
import { isId } from "@atoll/contract/uuid";
import { sql } from "kysely";
import { transact } from "../../../platform/database/transact.ts";
import type { Names } from "../../../platform/fields/convert-value.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { Database, Tables } from "../../../tables.ts";
import type { People } from "../../people/public.ts";
import { type LockedCard, lockCards } from "../changes/lock-cards.ts";
import { notifyRefused, type RefusedCard, writeJudged } from "../changes/write-judged.ts";
import { contentOf } from "../data/approvals.ts";
import { storeNewValues } from "../data/card-values.ts";
import { convertField, type Earlier } from "../data/convert-data.ts";
import { lockSection } from "../ranks.ts";
import { broadcastSections } from "../rooms.ts";
import type { Acting, Sources } from "./change-settings.ts";

/** Cards that are converted while others wait for the section: so few that nobody notices the wait. */
const convertedAtOnce = 25;
/** Cards that are read at once, without a lock. */
const readAtOnce = 200;

interface Work {
  typeId: string;
  field: string;
  conversionId: string;
}

/** Has the values of a field converted once the change of the section has committed. */
export async function startConversion(
  sources: Sources,
  tx: Database,
  { viewer }: Acting,
  work: Work,
): Promise<void> {
  const { typeId, field, conversionId: id } = work;
  await tx.deleteFrom("card_conversions").where("type_id", "=", typeId).where("field", "=", field).execute();
  await tx
    .insertInto("card_conversions")
    .values({ id, type_id: typeId, field, actor_id: viewer.id })
    .execute();
  await sources.enqueue(tx, convertCardsJob(sources), work, id);
}

/**
 * Converts the values of a field on all cards, batch by batch. Until its batch has come, a card shows its former value;
 * a change of such a card converts it.
 */
export function convertCardsJob(sources: Pick<Sources, "db" | "people" | "realtime">): Job<Tables, Work> {
  return {
    name: "cards.convert-field",
    async run({ data, signal }) {
      let isMore = true;
      while (isMore) {
        signal.throwIfAborted();
        isMore = await convertBatch(sources, data);
      }
      const departmentId = await finish(sources.db, data);
      if (departmentId !== undefined) await broadcastSections(sources, departmentId, true);
    },
  };
}

/** @returns whether there may be more. */
async function convertBatch({ db, people }: Pick<Sources, "db" | "people">, work: Work): Promise<boolean> {
  return transact(db, async (tx) => {
    await lockSection(tx, work.typeId);
    const found = await findField(tx, work);
    const progress = await tx
      .selectFrom("card_conversions")
      .select(["reached", "actor_id"])
      .where("id", "=", work.conversionId)
      .forUpdate()
      .executeTakeFirst();
    if (!found || !progress) return false;
    const cards = await selectBatch(tx, work.typeId, work.field, progress.reached, convertedAtOnce)
      .forUpdate()
      .execute();
    const names = await namesIn(people, found.field, cards);
    const changed = cards.flatMap((card) => {
      const { data, earlier } = convertField(found.field, card, names);
      const isSame = isDeepStrictEqual(data, card.data) && isDeepStrictEqual(earlier, card.earlier);
      return isSame ? [] : [{ id: card.id, data, earlier }];
    });
    const refused = await writeCards(tx, work, found.field, { actorId: progress.actor_id, changed });
    const touched = changed.map(({ id }) => id);
    // Their texts are the same, and may be found or not since the field was retired or restored.
    const others = cards.map(({ id }) => id).filter((id) => !touched.includes(id));
    if (found.field.conversion?.from === found.field.kind && others.length > 0)
      await sql`SELECT search_index('card', ${others}::uuid[])`.execute(tx);
    const last = cards.at(-1)?.id;
    if (last !== undefined)
      await tx
        .updateTable("card_conversions")
        .set({ reached: last })
        .$if(refused.length > 0, (query) =>
          query.set({ refused: sql`refused || ${JSON.stringify(refused)}::jsonb` }),
        )
        .where("id", "=", work.conversionId)
        .execute();
    return cards.length === convertedAtOnce;
  });
}

interface Converted {
  id: string;
  data: CardData;
  earlier: Earlier;
}

/**
 * Writes converted cards as an act of the administrator who started the conversion, judged like any other change. A new
 * name for an option is the same content: approvals follow it, and no rule looks at it as a change.
 */
async function writeCards(
  tx: Database,
  { typeId, field: name }: Work,
  field: CardField,
  { actorId, changed }: { actorId: string | null; changed: readonly Converted[] },
): Promise<RefusedCard[]> {
  if (changed.length === 0) return [];
  const cards = await lockCards(
    tx,
    changed.map(({ id }) => id),
  );
  const byId = new Map(changed.map((one) => [one.id, one]));
  const write = async (some: readonly LockedCard[]) => {
    await storeConverted(
      tx,
      { typeId, name },
      field,
      some.flatMap(({ id }) => byId.get(id) ?? []),
    );
    return [];
  };
  const { renames = {}, moved = [] } = field.conversion ?? {};
  const isRenamed = ({ data }: LockedCard) => {
    const value = data[name];
    return typeof value === "string" && renames[value] !== undefined && !moved.includes(value);
  };
  const [renamed, others] = [cards.filter(isRenamed), cards.filter((card) => !isRenamed(card))];
  await write(renamed);
  for (const card of renamed) await keepApprovals(tx, card, byId.get(card.id)?.data ?? card.data);
  // One that an earlier version started has no actor.
  if (actorId === null) {
    await write(others);
    return [];
  }
  return (await writeJudged(tx, { actorId, cards: others, write })).refused;
}

/** Approvals of the content as it was are approvals of the same content under its new name. */
async function keepApprovals(tx: Database, card: LockedCard, data: CardData): Promise<void> {
  const [before, after] = [contentOf(card), contentOf({ ...card, data })];
  if (before === after || !card.approvals.some(({ content }) => content === before)) return;
  const approvals = card.approvals.map((one) => (one.content === before ? { ...one, content: after } : one));
  await tx
    .updateTable("cards")
    .set({ approvals: JSON.stringify(approvals) })
    .where("id", "=", card.id)
    .execute();
}

/** The values that lists sort by are written in the same transaction. */
async function storeConverted(
  tx: Database,
  { typeId, name }: { typeId: string; name: string },
  field: CardField,
  changed: readonly Converted[],
): Promise<void> {
  if (changed.length === 0) return;
  const ids = changed.map(({ id }) => id);
  await sql`UPDATE cards SET data = new.data, earlier = new.earlier, version = version + 1
    FROM unnest(${ids}::uuid[], ${changed.map(({ data }) => JSON.stringify(data))}::jsonb[],
      ${changed.map(({ earlier }) => JSON.stringify(earlier))}::jsonb[]) AS new (id, data, earlier)
    WHERE cards.id = new.id`.execute(tx);
  await sql`DELETE FROM card_values WHERE card_id = ANY(${ids}::uuid[]) AND field = ${name}`.execute(tx);
  await storeNewValues(tx, typeId, [field], changed);
}

/** Ends the conversion; undefined when another one has taken its place. */
async function finish(db: Database, work: Work): Promise<string | undefined> {
  return transact(db, async (tx) => {
    await lockSection(tx, work.typeId);
    const found = await findField(tx, work);
    if (!found) return undefined;
    const { conversion: _done, ...field } = found.field;
    await tx
      .updateTable("card_types")
      // The version stays: no administrator has changed anything.
      .set({ fields: JSON.stringify(found.fields.map((one) => (one === found.field ? field : one))) })
      .where("id", "=", work.typeId)
      .execute();
    const done = await tx
      .deleteFrom("card_conversions")
      .where("id", "=", work.conversionId)
      .returning(["actor_id", "refused"])
      .executeTakeFirst();
    if (done?.actor_id) await notifyRefused(tx, done.actor_id, work.typeId, done.refused);
    return found.departmentId;
  });
}

async function findField(tx: Database, { typeId, field: name, conversionId }: Work) {
  const type = await tx
    .selectFrom("card_types")
    .select(["fields", "department_id"])
    .where("id", "=", typeId)
    .executeTakeFirst();
  const field = type?.fields.find((one) => one.name === name);
  return type && field?.conversion?.id === conversionId
    ? { field, fields: type.fields, departmentId: type.department_id }
    : undefined;
}

/** The cards of a section that have a value of a field, or had one; deleted ones too, as they may come back. */
function selectBatch(db: Database, typeId: string, field: string, after: string, limit: number) {
  return db
    .selectFrom("cards")
    .select(["id", "title", "data", "earlier", "deleted_at"])
    .where("type_id", "=", typeId)
    .where("id", ">", after)
    .where(sql<boolean>`(data ? ${field} OR earlier ? ${field})`)
    .orderBy("id")
    .limit(limit);
}

/** All of them, a batch at a time. */
export async function* batchesOf(db: Database, typeId: string, field: string) {
  let after: string | undefined = "00000000-0000-0000-0000-000000000000";
  while (after !== undefined) {
    const cards: Awaited<ReturnType<ReturnType<typeof selectBatch>["execute"]>> = await selectBatch(
      db,
      typeId,
      field,
      after,
      readAtOnce,
    ).execute();
    yield cards;
    after = cards.length === readAtOnce ? cards.at(-1)?.id : undefined;
  }
}

/** The names of the people whose ids the values of a field are. */
export async function namesIn(
  people: People,
  { name, conversion }: CardField,
  cards: readonly { data: CardData }[],
): Promise<Names> {
  if (conversion?.from !== "person") return new Map();
  const ids = cards.flatMap(({ data }) => (typeof data[name] === "string" ? [data[name]] : []));
  const known = await people.of(ids.filter(isId));
  return new Map([...known].map(([id, person]) => [id, person.name]));
}
