import { nudgePauseHours } from "@atoll/contract/onboarding/limits";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { assertNotChanged } from "../../platform/assert-not-changed.ts";
import { recordAct } from "../../platform/audit.ts";
import { transact } from "../../platform/database/transact.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/public.ts";
import { notify, refreshNotifications } from "../notifications/public.ts";
import { accessPerson } from "../people/public.ts";
import { readWorkingDays } from "../workspace/public.ts";
import { dueDay } from "./due-day.ts";
import { moveMade } from "./move-made.ts";
import { assertMayLead } from "./policy.ts";
import { lockItem, lockOnboarding } from "./public.ts";

interface Change {
  startOn?: string | undefined;
  managerId?: string | null | undefined;
  buddyId?: string | null | undefined;
  movesMade: boolean;
  revision: number;
}

/**
 * Changes the first day and the people of an onboarding. Items move with the first day, except for those that are done
 * or were given another day, and on request with their tasks and meetings.
 * @throws {AppError} `onboarding_not_found`, `forbidden`, `person_not_found`, `changed_meanwhile`.
 */
export async function changeOnboarding(
  context: SliceContext,
  viewer: RequestViewer,
  onboardingId: string,
  { startOn, managerId, buddyId, movesMade, revision }: Change,
): Promise<void> {
  const workingDays = await readWorkingDays(context.db);
  await transact(context.db, async (tx) => {
    const row = await lockOnboarding(tx, viewer, onboardingId);
    assertMayLead(viewer, row);
    assertNotChanged({ version: row.revision }, revision);
    for (const id of [managerId, buddyId]) {
      if (id === undefined || id === null) continue;
      if (id === row.person_id) throw new AppError("person_not_found");
      await accessPerson(tx, id);
    }
    await tx
      .updateTable("onboardings")
      .set({
        ...(startOn === undefined ? {} : { start_on: startOn }),
        ...(managerId === undefined ? {} : { manager_id: managerId }),
        ...(buddyId === undefined ? {} : { buddy_id: buddyId }),
        revision: sql`revision + 1`,
      })
      .where("id", "=", onboardingId)
      .execute();
    if (startOn !== undefined) await moveUntouched(tx, onboardingId, startOn, workingDays);
    const added = [managerId, buddyId].filter(
      (id) => typeof id === "string" && ![row.manager_id, row.buddy_id].includes(id),
    ) as string[];
    await notify(tx, {
      kind: "onboarding.started",
      subjectId: onboardingId,
      actorId: viewer.id,
      people: added,
    });
    await refreshNotificationsOf(tx, onboardingId);
  });
  if (startOn === undefined || !movesMade) return;
  const made = await selectOpenItems(context.db, onboardingId)
    .where("made_at", "is not", null)
    .where((is) => is.or([is("task_id", "is not", null), is("event_id", "is not", null)]))
    .execute();
  await moveMade(context, viewer, made, ({ day }) => dueDay(startOn, day, workingDays));
}

function selectOpenItems(db: Database, onboardingId: string) {
  return db
    .selectFrom("onboarding_items")
    .select(["id", "day", "task_id", "event_id", sql<string>`to_char(due_on, 'YYYY-MM-DD')`.as("due_day")])
    .where("onboarding_id", "=", onboardingId)
    .where("done_at", "is", null)
    .where("is_moved", "=", false);
}

async function moveUntouched(
  tx: Database,
  onboardingId: string,
  startOn: string,
  workingDays: readonly number[],
): Promise<void> {
  const items = await selectOpenItems(tx, onboardingId)
    .where("made_at", "is", null)
    .where("event_id", "is", null)
    .execute();
  if (items.length === 0) return;
  const ids = items.map(({ id }) => id);
  const days = items.map(({ day }) => dueDay(startOn, day, workingDays));
  await sql`UPDATE onboarding_items i SET due_on = d.due, told_at = NULL
    FROM unnest(${ids}::uuid[], ${days}::date[]) AS d (id, due) WHERE i.id = d.id`.execute(tx);
}

/**
 * Stops or resumes an onboarding. Idempotent.
 * @throws {AppError} `onboarding_not_found`, `forbidden`.
 */
export function setStopped(
  db: Database,
  viewer: RequestViewer,
  address: string,
  onboardingId: string,
  isStopped: boolean,
): Promise<void> {
  return transact(db, async (tx) => {
    const row = await lockOnboarding(tx, viewer, onboardingId);
    assertMayLead(viewer, row);
    if ((row.stopped_at !== null) === isStopped) return;
    await tx
      .updateTable("onboardings")
      .set({
        stopped_at: isStopped ? sql<Date>`now()` : null,
        stop_reason: isStopped ? "person" : null,
        revision: sql`revision + 1`,
      })
      .where("id", "=", onboardingId)
      .execute();
    await refreshNotificationsOf(tx, onboardingId);
    if (!isStopped) return;
    const person = await tx
      .selectFrom("profiles")
      .select("name")
      .where("id", "=", row.person_id)
      .executeTakeFirstOrThrow();
    await recordAct(tx, {
      action: "onboarding.stopped",
      actor: { id: viewer.id, name: viewer.name },
      address,
      subject: { type: "user", id: row.person_id, name: person.name },
    });
  });
}

/**
 * Reminds the newcomer, at most once a day.
 * @throws {AppError} `onboarding_not_found`, `forbidden`, `nudged_lately`.
 */
export function nudge(db: Database, viewer: RequestViewer, onboardingId: string): Promise<void> {
  return transact(db, async (tx) => {
    const row = await lockOnboarding(tx, viewer, onboardingId);
    assertMayLead(viewer, row);
    const { numUpdatedRows } = await tx
      .updateTable("onboardings")
      .set({ nudged_at: sql`now()` })
      .where("id", "=", onboardingId)
      .where(
        sql<boolean>`(nudged_at IS NULL OR nudged_at < now() - ${sql.lit(nudgePauseHours)} * interval '1 hour')`,
      )
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new AppError("nudged_lately");
    await notify(tx, {
      kind: "onboarding.nudged",
      subjectId: onboardingId,
      actorId: viewer.id,
      people: [row.person_id],
    });
  });
}

/**
 * Gives an item its own day. It no longer moves with the first day.
 * @throws {AppError} `onboarding_not_found`, `forbidden`.
 */
export function moveItem(
  db: Database,
  viewer: RequestViewer,
  ids: { onboardingId: string; itemId: string },
  dueOn: string,
): Promise<void> {
  return transact(db, async (tx) => {
    const { onboarding, item } = await lockItem(tx, viewer, ids);
    assertMayLead(viewer, onboarding);
    await tx
      .updateTable("onboarding_items")
      .set({ due_on: dueOn, is_moved: true, told_at: null })
      .where("id", "=", item.id)
      .execute();
    await refreshNotifications(tx, [{ kind: "onboarding.due", subjectId: item.id }]);
  });
}

/** Updates or removes the notifications about this onboarding. */
async function refreshNotificationsOf(tx: Database, onboardingId: string): Promise<void> {
  const items = await tx
    .selectFrom("onboarding_items")
    .select("id")
    .where("onboarding_id", "=", onboardingId)
    .execute();
  await refreshNotifications(tx, [
    ...items.map(({ id }) => ({ kind: "onboarding.due" as const, subjectId: id })),
    ...(["onboarding.started", "onboarding.nudged"] as const).map((kind) => ({
      kind,
      subjectId: onboardingId,
    })),
  ]);
}
