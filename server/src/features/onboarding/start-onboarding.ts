import { type PathItem, pathItemSchema } from "@atoll/contract/onboarding/path-schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { z } from "zod";
import { notifyTopics } from "../../notify-topics.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordAct } from "../../platform/audit.ts";
import { hashSent, isSentAgain } from "../../platform/create-once.ts";
import { transact } from "../../platform/database/transact.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/public.ts";
import { notify } from "../notifications/public.ts";
import { accessPerson } from "../people/public.ts";
import { readWorkingDays } from "../workspace/public.ts";
import { dueDay } from "./due-day.ts";
import { assertMayManage } from "./policy.ts";

interface Start {
  id: string;
  pathId: string;
  personId: string;
  managerId: string | null;
  buddyId: string | null;
  startOn: string;
}

/**
 * Starts a path for a person by hand. A repeated request changes nothing.
 * @throws {AppError} `forbidden`, `path_not_found`, `path_not_published`, `person_not_found`, `onboarding_there` if the
 *   person is or was on it, `onboarding_id_taken`.
 */
export async function startByHand(
  { db }: Pick<SliceContext, "db">,
  viewer: RequestViewer,
  address: string,
  start: Start,
): Promise<void> {
  assertMayManage(viewer);
  const sent = { byId: viewer.id, hash: hashSent(start) };
  await transact(db, async (tx) => {
    const path = await findPath(tx, start.pathId);
    if (!path) throw new AppError("path_not_found");
    const there = await tx
      .selectFrom("onboardings")
      .select(["started_by", "sent_hash"])
      .where("id", "=", start.id)
      .executeTakeFirst();
    if (there) {
      if (isSentAgain({ byId: there.started_by ?? "", hash: there.sent_hash }, sent)) return;
      throw new AppError("onboarding_id_taken");
    }
    if (path.state !== "published") throw new AppError("path_not_published");
    const person = await accessPerson(tx, start.personId);
    for (const id of [start.managerId, start.buddyId]) if (id !== null) await accessPerson(tx, id);
    if (!(await insertOnboarding(tx, path, { ...start, startedBy: viewer.id, hash: sent.hash })))
      throw new AppError("onboarding_there");
    await recordAct(tx, {
      action: "onboarding.started",
      actor: { id: viewer.id, name: viewer.name },
      address,
      subject: { type: "user", id: person.id, name: person.name },
      after: { path: path.name },
    });
  });
}

export type FoundPath = NonNullable<Awaited<ReturnType<typeof findPath>>>;

/** Locks a path so that it does not change while somebody starts on it, and returns it. */
export function findPath(tx: Database, pathId: string) {
  return tx
    .selectFrom("onboarding_paths")
    .select(["id", "name", "state", "stages", "items", "owner_id", "department_ids", "role_ids"])
    .where("id", "=", pathId)
    .forShare()
    .executeTakeFirst();
}

/**
 * Inserts a person's onboarding with a copy of every item. Of several concurrent calls, one inserts it.
 * @returns whether it is new: a person is on a path once.
 */
export async function insertOnboarding(
  tx: Database,
  path: FoundPath,
  start: Start & { startedBy: string | null; hash: Buffer },
): Promise<boolean> {
  const { id, pathId, personId, startOn, startedBy } = start;
  const managerId = start.managerId === personId ? null : start.managerId;
  const buddyId = start.buddyId === personId ? null : start.buddyId;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("onboardings")
    .values({
      id,
      path_id: pathId,
      person_id: personId,
      manager_id: managerId,
      buddy_id: buddyId,
      start_on: startOn,
      stages: JSON.stringify(path.stages),
      started_by: startedBy,
      sent_hash: start.hash,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await insertItems(tx, id, startOn, z.array(pathItemSchema).parse(path.items));
  await tickWhatIsRead(tx, id, personId);
  await notify(tx, {
    kind: "onboarding.started",
    subjectId: id,
    actorId: startedBy ?? undefined,
    people: [personId, ...[managerId, buddyId].filter((one) => one !== null)],
  });
  // The first tasks and meetings are created after the commit.
  await sql`SELECT pg_notify(${notifyTopics.onboardingRequested}, '')`.execute(tx);
  return true;
}

async function insertItems(
  tx: Database,
  onboardingId: string,
  startOn: string,
  items: readonly PathItem[],
): Promise<void> {
  if (items.length === 0) return;
  const workingDays = await readWorkingDays(tx);
  await tx
    .insertInto("onboarding_items")
    .values(
      items.map((item, position) => ({
        id: uuidv7(),
        onboarding_id: onboardingId,
        position,
        kind: item.kind,
        title: item.title,
        note: item.note,
        day: item.day,
        due_on: dueDay(startOn, item.day, workingDays),
        at_time: item.kind === "event" ? item.time : null,
        minutes: item.minutes,
        doer: item.doer,
        article_id: item.articleId,
        person_id: item.personId,
        meets: item.meets,
      })),
    )
    .execute();
}

/** Ticks pages that the person has already read, and procedures that they have already confirmed. */
async function tickWhatIsRead(tx: Database, onboardingId: string, personId: string): Promise<void> {
  await sql`UPDATE onboarding_items i SET done_at = r.at, done_by = ${personId}
    FROM (SELECT article_id, min(read_at) AS at, bool_or(confirmed_at IS NOT NULL) AS is_confirmed
      FROM article_reads WHERE user_id = ${personId} GROUP BY article_id) r
    WHERE i.onboarding_id = ${onboardingId} AND i.article_id = r.article_id
      AND (i.kind = 'read' OR r.is_confirmed)`.execute(tx);
}
