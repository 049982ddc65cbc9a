import {
  conditionsOfSubject,
  maxAutomations,
  subjectOfTrigger,
  triggersOfPlace,
} from "@atoll/contract/automations/limits";
import type { automationRoutes } from "@atoll/contract/automations/routes";
import type { Action, Conditions, Trigger } from "@atoll/contract/automations/schemas";
import type { TokenScope } from "@atoll/contract/personal-tokens/areas";
import type { RouteInput } from "@atoll/contract/route";
import { taskFilterSchema } from "@atoll/contract/tasks/filter";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../platform/app-error.ts";
import { assertNotChanged } from "../../platform/assert-not-changed.ts";
import { recordAct } from "../../platform/audit.ts";
import { createOnce, hashSent, insertNew } from "../../platform/create-once.ts";
import type { Changer, RequestViewer } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { accessType } from "../cards/public.ts";
import { accessChannel } from "../chat/public.ts";
import { addProgramSession, changeAlone, endProgramSessions, farAway } from "../identity/public.ts";
import { accessOutgoing } from "../outgoing-webhooks/public.ts";
import { accessPerson } from "../people/public.ts";
import {
  type AutomationRow,
  accessDepartment,
  accessPlace,
  assertManages,
  lockAutomation,
  type Place,
} from "./access.ts";
import { refusalOfCron } from "./cron.ts";
import { isTimed, nextTime } from "./next-time.ts";
import { notifyOwner } from "./notification-kinds.ts";

type Parts = { trigger: Trigger; conditions: Conditions; actions: Action[] };

/**
 * Creates an automation of a place that the viewer manages, which runs with their rights from now on. The same request
 * again changes nothing.
 * @throws {AppError} as `accessPlace` and `assertParts`; `automation_id_taken`, `too_many_automations`.
 */
export function createAutomation(
  db: Database,
  viewer: Changer,
  { id, name, place, ...parts }: RouteInput<typeof automationRoutes.createAutomation>["body"],
): Promise<void> {
  const hash = hashSent(name, place, parts.trigger, parts.conditions, parts.actions);
  // Alone, so that the maximum holds, and so that nothing ends its session before it is known.
  return changeAlone(db, viewer, async (tx, current) => {
    assertManages(current);
    const { isNew } = await createOnce(
      { byId: viewer.id, hash },
      {
        insert: () =>
          insertNew(
            tx.insertInto("automations").values({
              ...{
                id,
                name,
                owner_id: viewer.id,
                place_kind: place.kind,
                place_id: place.id,
                sent_hash: hash,
              },
              ...columnsOf(parts),
            }),
          ),
        find: () =>
          tx
            .selectFrom("automations")
            .select(["owner_id", "sent_hash"])
            .where("id", "=", id)
            .executeTakeFirst(),
        sentOf: (row) => ({ byId: row.owner_id, hash: row.sent_hash }),
        taken: "automation_id_taken",
      },
    );
    if (!isNew) return;
    await accessPlace(tx, current, place);
    await assertParts(tx, current, place, parts);
    const { count } = await tx
      .selectFrom("automations")
      .select(sql<number>`count(*)::int`.as("count"))
      .executeTakeFirstOrThrow();
    if (count > maxAutomations) throw new AppError("too_many_automations");
    await startSession(tx, current, { id, session_id: null }, viewer.address);
    await record(
      tx,
      viewer,
      "automation.created",
      { id, name, place_kind: place.kind, place_id: place.id },
      parts,
    );
  });
}

/**
 * Changes an automation of the viewer, or switches it off or on. Those who manage its place without owning it only switch
 * it off, because it runs with its owner's rights. Switched on, it acts on what happens from then on.
 * @throws {AppError} as `accessAutomation`, `accessPlace` and `assertParts`; `automation_of_other`, `changed_meanwhile`.
 */
export function changeAutomation(
  db: Database,
  viewer: Changer,
  automationId: string,
  { version, isOn, name, ...parts }: RouteInput<typeof automationRoutes.changeAutomation>["body"],
): Promise<void> {
  return changeAlone(db, viewer, async (tx, current) => {
    const row = await lockAutomation(tx, current, automationId);
    assertNotChanged(row, version);
    const isEdited = name !== undefined || Object.values(parts).some((part) => part !== undefined);
    if (row.owner_id !== viewer.id && (isEdited || isOn !== false)) throw new AppError("automation_of_other");
    const place = { kind: row.place_kind, id: row.place_id };
    const next: Parts = {
      trigger: parts.trigger ?? row.trigger,
      conditions: parts.conditions ?? row.conditions,
      actions: parts.actions ?? row.actions,
    };
    if (isEdited || isOn) {
      await accessPlace(tx, current, place);
      await assertParts(tx, current, place, next);
    }
    const isStarted = isOn === true && !row.is_on;
    // Another schedule, or one that was off, begins now.
    const isRescheduled = isStarted || parts.trigger !== undefined;
    const { next_at, ...columns } = columnsOf(next);
    await tx
      .updateTable("automations")
      .set({
        ...columns,
        ...(name !== undefined && { name }),
        ...(isRescheduled && { next_at }),
        ...(isOn !== undefined && { is_on: isOn, stop_reason: null }),
        ...(isStarted && { on_since: sql<Date>`clock_timestamp()` }),
        version: version + 1,
      })
      .where("id", "=", automationId)
      .execute();
    if (isStarted) await startSession(tx, current, row, viewer.address);
    if (isOn === false) await endRuns(tx, row);
    if (isOn === false && row.is_on) await notifyOwner(tx, row, { act: "switched off", by: viewer });
    await record(tx, viewer, "automation.changed", { ...row, name: name ?? row.name }, { ...parts, isOn });
  });
}

/**
 * Makes the viewer the owner of an automation of a place that they manage. It is off until they switch it on, because it
 * then runs with their rights.
 * @throws {AppError} as `accessAutomation` and `accessPlace`; `changed_meanwhile`.
 */
export function takeOverAutomation(
  db: Database,
  viewer: Changer,
  automationId: string,
  version: number,
): Promise<void> {
  return changeAlone(db, viewer, async (tx, current) => {
    const row = await lockAutomation(tx, current, automationId);
    if (row.owner_id === viewer.id) return;
    assertNotChanged(row, version);
    await accessPlace(tx, current, { kind: row.place_kind, id: row.place_id });
    await tx
      .updateTable("automations")
      .set({ owner_id: viewer.id, is_on: false, stop_reason: null, version: version + 1 })
      .where("id", "=", automationId)
      .execute();
    await endRuns(tx, row);
    await record(tx, viewer, "automation.taken-over", row, { formerOwner: row.owner_id });
    await notifyOwner(tx, row, { act: "taken over", by: viewer });
  });
}

/** Deletes an automation with its log. @throws {AppError} as `accessAutomation`. */
export function deleteAutomation(db: Database, viewer: Changer, automationId: string): Promise<void> {
  return changeAlone(db, viewer, async (tx, current) => {
    const row = await lockAutomation(tx, current, automationId);
    await endRuns(tx, row);
    await tx.deleteFrom("automations").where("id", "=", automationId).execute();
    await record(tx, viewer, "automation.deleted", row);
    await notifyOwner(tx, row, { act: "deleted", by: viewer });
  });
}

/** Ends the session of an automation that is switched off, and what waits of it. */
export async function endRuns(tx: Database, { id, session_id }: Pick<AutomationRow, "id" | "session_id">) {
  if (session_id) await endProgramSessions(tx, "automation off", sql`id = ${session_id}`);
  await sql`UPDATE automation_runs SET state = 'skipped', settled_at = now(), parts = NULL,
      reason = 'It was switched off'
    WHERE automation_id = ${id} AND state = 'waiting'`.execute(tx);
}

/** The limits of an automation, whatever its owner may do. */
const scopes: readonly TokenScope[] = ["tasks:write", "departments:write", "ideas:write"];

/** Starts the session that an automation acts with. What ends all sessions of its owner ends it as well. */
async function startSession(
  tx: Database,
  owner: RequestViewer,
  { id, session_id }: Pick<AutomationRow, "id" | "session_id">,
  address: string,
): Promise<void> {
  if (session_id) await endProgramSessions(tx, "automation off", sql`id = ${session_id}`);
  const sessionId = uuidv7();
  await addProgramSession(tx, owner, {
    id: sessionId,
    userId: owner.id,
    address,
    scopes,
    expiresAt: farAway,
  });
  await tx.updateTable("automations").set({ session_id: sessionId }).where("id", "=", id).execute();
}

function columnsOf({ trigger, conditions, actions }: Parts) {
  return {
    trigger_kind: trigger.kind,
    trigger: JSON.stringify(trigger),
    conditions: JSON.stringify(conditions),
    actions: JSON.stringify(actions),
    next_at: isTimed(trigger) ? nextTime(trigger, new Date()) : null,
  };
}

/**
 * Asserts that the parts fit the place, and that the viewer can see everything that they name.
 * @throws {AppError} `automation_parts_refused`, `automation_pattern_refused`, `channel_not_found`, `direct_channel`,
 *   `department_not_found`, `section_not_found`, `person_not_found`, `outgoing_webhook_not_found`.
 */
async function assertParts(
  tx: Database,
  viewer: RequestViewer,
  place: Place,
  { trigger, conditions, actions }: Parts,
): Promise<void> {
  const subject = subjectOfTrigger[trigger.kind];
  const { priorities, assignees, tags } = conditions;
  const allowed: readonly string[] = subject === null ? [] : conditionsOfSubject[subject];
  const isFitting =
    trigger.kind in triggersOfPlace[place.kind] &&
    Object.keys(conditions).every((name) => allowed.includes(name)) &&
    taskFilterSchema.safeParse({ priorities, assignees, tags }).success &&
    (subject === "task" || actions.every((action) => action.do !== "task.set")) &&
    actions.every(
      (action, at) => !action.when || actions.slice(0, at).some((one) => one.do === "approval.ask"),
    );
  if (!isFitting) throw new AppError("automation_parts_refused");
  const reason = trigger.kind === "cron" ? refusalOfCron(trigger) : null;
  if (reason !== null) throw new AppError("automation_pattern_refused", { figures: { reason } });
  const personIds = new Set<string>();
  for (const action of actions) {
    if ("assigneeIds" in action) for (const id of action.assigneeIds) personIds.add(id);
    if ("personIds" in action) for (const id of action.personIds) personIds.add(id);
    if (action.do === "card.create") await accessType(tx, viewer, action.sectionId);
    if ("departmentId" in action && action.departmentId !== null)
      await accessDepartment(tx, viewer, action.departmentId);
    if (action.do === "webhook.call") await accessOutgoing(tx, viewer, action.webhookId);
    if (action.do === "message.post") {
      const { type } = await accessChannel(tx, viewer, action.channelId);
      if (type === "DIRECT") throw new AppError("direct_channel");
    }
  }
  for (const id of personIds) await accessPerson(tx, id);
}

async function record(
  tx: Database,
  { id, name, address }: Changer,
  action: `automation.${"created" | "changed" | "taken-over" | "deleted"}`,
  automation: Pick<AutomationRow, "id" | "name" | "place_kind" | "place_id">,
  after: Record<string, unknown> = {},
): Promise<void> {
  await recordAct(tx, {
    action,
    actor: { id, name },
    address,
    subject: { type: "automation", id: automation.id, name: automation.name },
    after: { place: `${automation.place_kind} ${automation.place_id}`, ...after },
  });
}
