import { sensitiveKeyDepartments } from "@atoll/contract/sensitive-data/key-departments";
import { type SensitiveKey, sensitiveKeys } from "@atoll/contract/sensitive-data/limits";
import { sql } from "kysely";
import { exactInstant, isBehind, type PlaceInTime } from "../../platform/page.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/public.ts";
import { isReadable } from "./readable.ts";

/** Cards in the order of the page, without what is sealed. At most 100 of each key exist. */
export function selectCards(db: Database, viewer: RequestViewer) {
  return db
    .selectFrom("sensitive_cards as c")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("sensitive_looks as l")
          .select(["l.person_id as look_by", "l.at as look_at"])
          .whereRef("l.card_id", "=", "c.id")
          .orderBy("l.at", "desc")
          .orderBy("l.id", "desc")
          .limit(1)
          .as("last"),
      (join) => join.onTrue(),
    )
    .select([
      "c.id",
      "c.key",
      "c.title",
      "c.owner_id",
      "c.needs_two",
      "c.inherited_at",
      "c.version",
      "c.rotated_by",
      "c.rotated_at",
      "last.look_by",
      "last.look_at",
    ])
    .where(isReadable(viewer, "c.key"))
    .orderBy("c.created_at")
    .orderBy("c.id");
}

export type ListedCard = Awaited<ReturnType<ReturnType<typeof selectCards>["execute"]>>[number];

/** The requests for these cards that somebody can still approve or use. */
export function selectLiveRequests(db: Database, cardIds: readonly string[]) {
  return db
    .selectFrom("sensitive_requests")
    .select(["id", "card_id", "person_id", "reason", "created_at", "approved_by", "expires_at"])
    .where(sql<boolean>`card_id = ANY(${[...cardIds]}::uuid[])`)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("created_at")
    .execute();
}

export type LiveRequest = Awaited<ReturnType<typeof selectLiveRequests>>[number];

/** The access log of what the viewer may see, the newest first. */
export function selectLooks(
  db: Database,
  viewer: RequestViewer,
  { key, cardId }: { key?: string | undefined; cardId?: string | undefined },
  after: PlaceInTime | undefined,
  count: number,
) {
  return db
    .selectFrom("sensitive_looks as l")
    .innerJoin("sensitive_cards as c", "c.id", "l.card_id")
    .select(["l.id", "l.kind", "l.person_id", "l.reason", "l.approved_by", "l.at", "c.id as card_id"])
    .select(["c.key", "c.title", exactInstant("l.at").as("exact_at")])
    .where(isReadable(viewer, "c.key"))
    .where(isBehind("l.at", "l.id", after))
    .$if(key !== undefined, (query) => query.where(sql<boolean>`c.key = ${key}`))
    .$if(cardId !== undefined, (query) => query.where("l.card_id", "=", cardId ?? ""))
    .orderBy("l.at", "desc")
    .orderBy("l.id", "desc")
    .limit(count)
    .execute();
}

export type LookRow = Awaited<ReturnType<typeof selectLooks>>[number];

/** Returns the name of each key: that of its department as it is called now. */
export async function selectKeyNames(db: Database): Promise<Record<SensitiveKey, string>> {
  const rows = await db.selectFrom("departments").select(["slug", "name"]).execute();
  const nameOf = (key: SensitiveKey) =>
    rows.find(({ slug }) => slug === sensitiveKeyDepartments[key])?.name ?? initialNames[key];
  return Object.fromEntries(sensitiveKeys.map((key) => [key, nameOf(key)])) as Record<SensitiveKey, string>;
}

/** For the key without a department, and for departments that were deleted. */
const initialNames: Readonly<Record<SensitiveKey, string>> = {
  business: "Business Development",
  frontend: "Frontend",
  backend: "Backend",
  devops: "DevOps",
  marketing: "Marketing",
  knowledge: "Knowledge",
};
