import type { retentionRoutes } from "@atoll/contract/retention/routes";
import { type LegalHold, maxHolds, type NamedChannel } from "@atoll/contract/retention/schemas";
import type { RouteInput } from "@atoll/contract/route";
import { uuidSource } from "@atoll/contract/uuid";
import { type Selectable, sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { assertNotChanged } from "../../platform/assert-not-changed.ts";
import { createOnce, hashSent, insertNew } from "../../platform/create-once.ts";
import { exactInstant, fetchPage, isBehind, placeInTime } from "../../platform/page.ts";
import type { Changer, SliceContext } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import { assertSuperAdmin, changeAlone } from "../identity/public.ts";
import { recordHold } from "./hold-log.ts";
import { lockRetention } from "./lock-retention.ts";
import { isNamed } from "./places.ts";

type Dependencies = Pick<SliceContext, "db" | "people">;
type Row = Selectable<Tables["legal_holds"]>;
type PageQuery = RouteInput<typeof retentionRoutes.listHolds>["query"];

/** Lists holds, the newest first. */
export async function listHolds({ db, people }: Dependencies, viewerId: string, query: PageQuery) {
  const { rows, nextCursor } = await fetchPage(
    query,
    placeInTime,
    (after, count) =>
      db
        .selectFrom("legal_holds")
        .selectAll()
        .select(exactInstant("created_at").as("place"))
        .where(isBehind("created_at", "id", after))
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(count)
        .execute(),
    ({ place, id }) => [place, id],
  );
  return { items: await presentHolds({ db, people }, viewerId, rows), nextCursor };
}

/** @throws {AppError} `legal_hold_not_found`. */
export async function findHold(
  { db, people }: Dependencies,
  viewerId: string,
  holdId: string,
): Promise<LegalHold> {
  const [hold] = await presentHolds({ db, people }, viewerId, [await findRow(db, holdId)]);
  if (!hold) throw new AppError("legal_hold_not_found");
  return hold;
}

async function findRow(db: Database, holdId: string): Promise<Row> {
  const row = await db.selectFrom("legal_holds").selectAll().where("id", "=", holdId).executeTakeFirst();
  if (!row) throw new AppError("legal_hold_not_found");
  return row;
}

async function presentHolds(
  { db, people }: Dependencies,
  viewerId: string,
  rows: readonly Row[],
): Promise<LegalHold[]> {
  const shown = await people.of(rows.flatMap((row) => [row.created_by, ...row.person_ids]));
  const channels = await nameChannels(
    db,
    viewerId,
    rows.flatMap((row) => row.channel_ids),
  );
  return rows.map((row) => {
    const createdBy = shown.get(row.created_by);
    if (!createdBy) throw new Error(`nobody is known who made the hold ${row.id}`);
    return {
      ...{ id: row.id, name: row.name, reason: row.reason, version: row.version, createdBy },
      people: row.person_ids.flatMap((id) => shown.get(id) ?? []),
      channels: row.channel_ids.map((id) => ({ id, name: channels.get(id) ?? null })),
      ...{ from: row.from_at?.toISOString() ?? null, until: row.until_at?.toISOString() ?? null },
      ...{ createdAt: row.created_at.toISOString(), endedAt: row.ended_at?.toISOString() ?? null },
    };
  });
}

async function nameChannels(
  db: Database,
  viewerId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`SELECT c.id, c.name FROM channels c
    WHERE c.id = ANY(${[...new Set(ids)]}::uuid[]) AND ${isNamed(viewerId)}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The most channels that are found. */
const maxFound = 20;
const idInText = new RegExp(uuidSource, "i");

/**
 * Finds channels by a part of their name, among those that the viewer may know, and any channel by its ID, as it is in its
 * address.
 */
export async function findChannels(db: Database, viewerId: string, search: string): Promise<NamedChannel[]> {
  const id = idInText.exec(search)?.[0] ?? null;
  const { rows } = await sql<NamedChannel>`SELECT c.id, CASE WHEN ${isNamed(viewerId)} THEN c.name END AS name
    FROM channels c WHERE c.type <> 'DIRECT' AND CASE WHEN ${id}::uuid IS NOT NULL THEN c.id = ${id}::uuid
      ELSE ${isNamed(viewerId)} AND strpos(lower(c.name), lower(${search.trim()})) > 0 END
    ORDER BY lower(c.name), c.id LIMIT ${sql.lit(maxFound)}`.execute(db);
  return rows;
}

/**
 * Makes a hold. From the response on, nothing that it covers is lost.
 * @throws {AppError} `legal_hold_id_taken`, `too_many_legal_holds`, `person_not_found`, `retention_place_not_found`, or
 *   `invalid_request` if it covers no messages.
 */
export function createHold(
  db: Database,
  viewer: Changer,
  input: RouteInput<typeof retentionRoutes.createHold>["body"],
): Promise<void> {
  const { id, ...hold } = input;
  return alone(db, viewer, async (tx) => {
    const values = columnsOf(hold);
    assertCovers(values);
    const hash = hashSent(hold);
    const { isNew } = await createOnce(
      { byId: viewer.id, hash },
      {
        insert: () =>
          insertNew(
            tx.insertInto("legal_holds").values({
              ...values,
              id,
              name: hold.name,
              reason: hold.reason,
              created_by: viewer.id,
              sent_hash: hash,
            }),
          ),
        find: () => tx.selectFrom("legal_holds").selectAll().where("id", "=", id).executeTakeFirst(),
        sentOf: (row) => ({ byId: row.created_by, hash: row.sent_hash }),
        taken: "legal_hold_id_taken",
      },
    );
    if (!isNew) return;
    await assertThere(tx, values);
    const { count } = await tx
      .selectFrom("legal_holds")
      .select(sql<number>`count(*)::int`.as("count"))
      .where("ended_at", "is", null)
      .executeTakeFirstOrThrow();
    if (count > maxHolds) throw new AppError("too_many_legal_holds");
    await recordHold(tx, viewer, id, "created", { after: hold });
  });
}

/**
 * Changes a hold. What it does not cover any more goes like after its end, without its time of grace.
 * @throws {AppError} `legal_hold_not_found`, `legal_hold_ended`, `changed_meanwhile`, and as `createHold`.
 */
export function changeHold(
  db: Database,
  viewer: Changer,
  holdId: string,
  { version, ...change }: RouteInput<typeof retentionRoutes.changeHold>["body"],
): Promise<void> {
  return alone(db, viewer, async (tx) => {
    const row = await findRow(tx, holdId);
    if (row.ended_at) throw new AppError("legal_hold_ended");
    assertNotChanged(row, version);
    const values = columnsOf(change);
    assertCovers({ ...row, ...values });
    await assertThere(tx, values, row);
    const before = Object.fromEntries(Object.entries(fieldsOf(row)).filter(([name]) => name in change));
    await tx
      .updateTable("legal_holds")
      .set({ ...values, version: row.version + 1 })
      .where("id", "=", holdId)
      .execute();
    await recordHold(tx, viewer, holdId, "changed", { before, after: change });
  });
}

/**
 * Ends a hold. It goes on for a day, so that a mistake can be corrected with a new one.
 * @throws {AppError} `legal_hold_not_found`.
 */
export function endHold(db: Database, viewer: Changer, holdId: string): Promise<void> {
  return alone(db, viewer, async (tx) => {
    const row = await findRow(tx, holdId);
    if (row.ended_at) return;
    await tx
      .updateTable("legal_holds")
      .set({ ended_at: sql<Date>`clock_timestamp()`, version: row.version + 1 })
      .where("id", "=", holdId)
      .execute();
    await recordHold(tx, viewer, holdId, "ended", {});
  });
}

type Fields = Partial<Omit<RouteInput<typeof retentionRoutes.createHold>["body"], "id">>;
type Covered = Pick<Row, "person_ids" | "channel_ids" | "from_at" | "until_at">;

function columnsOf({ name, reason, personIds, channelIds, from, until }: Fields) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(reason === undefined ? {} : { reason }),
    ...(personIds === undefined ? {} : { person_ids: [...new Set(personIds)] }),
    ...(channelIds === undefined ? {} : { channel_ids: [...new Set(channelIds)] }),
    ...(from === undefined ? {} : { from_at: from === null ? null : new Date(from) }),
    ...(until === undefined ? {} : { until_at: until === null ? null : new Date(until) }),
  };
}

function fieldsOf(row: Row): Required<Fields> {
  return {
    ...{ name: row.name, reason: row.reason, personIds: row.person_ids, channelIds: row.channel_ids },
    ...{ from: row.from_at?.toISOString() ?? null, until: row.until_at?.toISOString() ?? null },
  };
}

function assertCovers({ person_ids, channel_ids, from_at: from, until_at: until }: Partial<Covered>): void {
  if ((person_ids?.length ?? 0) + (channel_ids?.length ?? 0) === 0)
    refuse("personIds", "Choose at least one person or channel");
  if (from && until && until <= from) refuse("until", "Choose an end after the start");
}

function refuse(path: string, message: string): never {
  throw new AppError("invalid_request", { detail: message, fields: [{ path, message }] });
}

/** Asserts that the people and channels exist. Those that were named before may have gone. */
async function assertThere(
  tx: Database,
  { person_ids: personIds = [], channel_ids: channelIds = [] }: Partial<Covered>,
  before?: Covered,
): Promise<void> {
  const isNew =
    (known: readonly string[] = []) =>
    (id: string) =>
      !known.includes(id);
  const [people, channels] = [
    personIds.filter(isNew(before?.person_ids)),
    channelIds.filter(isNew(before?.channel_ids)),
  ];
  const { rows } = await sql<{ people: number; channels: number }>`SELECT
    (SELECT count(*)::int FROM profiles WHERE id = ANY(${people}::uuid[])) AS people,
    (SELECT count(*)::int FROM channels WHERE id = ANY(${channels}::uuid[]) AND type <> 'DIRECT') AS channels`.execute(
    tx,
  );
  if (rows[0]?.people !== people.length) throw new AppError("person_not_found");
  if (rows[0]?.channels !== channels.length) throw new AppError("retention_place_not_found");
}

/** Changes holds in the name of a super administrator, while no run deletes. */
function alone(db: Database, viewer: Changer, change: (tx: Database) => Promise<void>): Promise<void> {
  return changeAlone(db, viewer, async (tx, person) => {
    assertSuperAdmin(person);
    await lockRetention(tx);
    await change(tx);
  });
}
