import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/access.ts";
import { notifyHolders, notifyMembers, notifyPeople } from "../notify-others.ts";
import { isPendingRole } from "../policy.ts";
import type { PersonPlan } from "./judge-people-change.ts";

interface Named {
  id: string;
  name: string;
}

/**
 * Writes a bulk change, with one statement per table regardless of the number of people, in the global lock order:
 * sessions, roles, departments with the channels that follow them. Account versions are incremented, so that people who
 * are editing one are told.
 */
export async function writePeopleChange(
  tx: Database,
  viewer: RequestViewer,
  plans: readonly PersonPlan[],
): Promise<void> {
  if (plans.length === 0) return;
  await disable(tx, plans);
  const [givenRoles, takenRoles] = [pairs(plans, "addRoles"), pairs(plans, "removeRoles")];
  await sql`DELETE FROM user_roles ur USING ${asTable(takenRoles)}
    WHERE ur.user_id = given.user_id AND ur.role_id = given.thing_id`.execute(tx);
  await sql`INSERT INTO user_roles (user_id, role_id, assigned_by)
    SELECT user_id, thing_id, ${viewer.id} FROM ${asTable(givenRoles)}`.execute(tx);
  const [joined, left] = [pairs(plans, "addDepartments"), pairs(plans, "removeDepartments")];
  await sql`DELETE FROM user_departments ud USING ${asTable(left)}
    WHERE ud.user_id = given.user_id AND ud.department_id = given.thing_id`.execute(tx);
  await sql`INSERT INTO user_departments (user_id, department_id)
    SELECT user_id, thing_id FROM ${asTable(joined)}`.execute(tx);
  await sql`UPDATE accounts SET version = version + 1, updated_at = now()
    WHERE id = ANY(${plans.map(({ person }) => person.id)}::uuid[])`.execute(tx);
  await tellOf(tx, viewer, givenRoles, "role.given");
  await tellOf(tx, viewer, takenRoles, "role.withdrawn");
  await tellOf(tx, viewer, joined, "department.joined");
  await tellOf(tx, viewer, left, "department.left");
  for (const { thing } of ofViewer(givenRoles, viewer)) await notifyHolders(tx, viewer, thing);
  for (const { thing } of ofViewer(joined, viewer)) await notifyMembers(tx, viewer, thing);
}

interface Pair {
  userId: string;
  thing: Named;
}

type List = "addRoles" | "removeRoles" | "addDepartments" | "removeDepartments";

function pairs(plans: readonly PersonPlan[], list: List): Pair[] {
  return plans.flatMap((plan) => plan[list].map((thing) => ({ userId: plan.person.id, thing })));
}

const ofViewer = (list: readonly Pair[], viewer: RequestViewer) =>
  list.filter(({ userId }) => userId === viewer.id);

function asTable(list: readonly Pair[]) {
  return sql`unnest(${list.map(({ userId }) => userId)}::uuid[], ${list.map(({ thing }) => thing.id)}::uuid[])
    AS given (user_id, thing_id)`;
}

async function disable(tx: Database, plans: readonly PersonPlan[]): Promise<void> {
  const idsWhere = (isDisabled: boolean) =>
    plans.filter((plan) => plan.isDisabled === isDisabled).map(({ person }) => person.id);
  const [disabled, enabled] = [idsWhere(true), idsWhere(false)];
  if (disabled.length > 0) {
    await sql`UPDATE sessions SET ended_at = now(), end_reason = 'account disabled'
      WHERE user_id = ANY(${disabled}::uuid[]) AND ended_at IS NULL`.execute(tx);
  }
  if (disabled.length + enabled.length === 0) return;
  await sql`UPDATE accounts SET disabled_at = CASE WHEN id = ANY(${disabled}::uuid[]) THEN now() END
    WHERE id = ANY(${[...disabled, ...enabled]}::uuid[])`.execute(tx);
}

/** Sends one notification for each change to all its people. Pending is not a role that anyone had. */
async function tellOf(
  tx: Database,
  viewer: RequestViewer,
  list: readonly Pair[],
  kind: Parameters<typeof notifyPeople>[3],
): Promise<void> {
  const told = list.filter(({ thing }) => !isPendingRole(thing));
  for (const [id, ofThing] of Map.groupBy(told, ({ thing }) => thing.id)) {
    const people = ofThing.map(({ userId }) => userId).filter((userId) => userId !== viewer.id);
    const name = ofThing[0]?.thing.name ?? "";
    if (people.length > 0) await notifyPeople(tx, viewer, people, kind, { id, name });
  }
}
