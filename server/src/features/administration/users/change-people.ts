import type { administrationRoutes } from "@atoll/contract/administration/routes";
import type { PermissionHolder } from "@atoll/contract/permissions";
import type { RouteInput, RouteOutput } from "@atoll/contract/route";
import { type SqlBool, sql } from "kysely";
import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { changedFields } from "../changed-fields.ts";
import { notifyHolders, notifyMembers, notifyPeople } from "../notify-others.ts";
import { assertNonePending, canChangeUser, isPendingRole } from "../policy.ts";
import { namesOf } from "./insert-employees.ts";
import { isChange, judgePeopleChange, type PersonPlan, type WantedChange } from "./judge-people-change.ts";
import { superAdminsWhoSignIn } from "./super-admin-left.ts";
import { accessDepartments, accessRoles, findRoleByName } from "./user-access.ts";
import { selectUsers } from "./user-queries.ts";

interface Named {
  id: string;
  name: string;
}

/**
 * Writes a bulk change, with one statement per table regardless of the number of people, in the global lock order:
 * sessions, roles, departments with the channels that follow them. Account versions are incremented, so that people who
 * are editing one are told.
 */
async function writePeopleChange(
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

export type PeopleChange = RouteInput<typeof administrationRoutes.changePeople>["body"];
type Outcome = RouteOutput<typeof administrationRoutes.changePeople>["outcomes"][number];

/**
 * Makes the same change to several people in one transaction. Each is judged by the rules for single accounts; a
 * refusal does not affect the others, and every person gets a result. Specification, sections 5 and 6 (admin).
 * @returns the result of each, in the order given.
 * @throws {AppError} `forbidden` if the viewer may do none of it, `role_not_found` (also for pending, which cannot be
 *   given), `department_not_found`.
 */
export function changePeople(db: Database, acting: Acting, change: PeopleChange): Promise<Outcome[]> {
  return administer(
    db,
    acting,
    (viewer) => canChangePeople(viewer, change),
    async (tx, current) => {
      const wanted = await accessWanted(tx, change);
      const userIds = [...new Set(change.userIds)];
      const people = await selectUsers(tx).where(sql<SqlBool>`a.id = ANY(${userIds}::uuid[])`).execute();
      const superAdmins = await superAdminsWhoSignIn(tx);
      const judged = userIds.map((userId) => {
        const person = people.find(({ id }) => id === userId);
        const plan = person
          ? judgePeopleChange(current.viewer, person, wanted, superAdmins)
          : "This account has since been deleted.";
        return { userId, name: person?.name ?? "", plan };
      });
      const plans = judged.flatMap(({ plan }) => (typeof plan === "string" || !isChange(plan) ? [] : [plan]));
      await writePeopleChange(tx, current.viewer, plans);
      for (const plan of plans) await recordPlan(tx, current, plan);
      return judged.map(({ userId, name, plan }): Outcome => {
        if (typeof plan === "string") return { userId, name, fate: "refused", reason: plan };
        return { userId, name, fate: isChange(plan) ? "changed" : "unchanged", reason: "" };
      });
    },
  );
}

/** Returns whether a viewer may make the change at all: viewers who may only assign roles can do nothing else. */
export function canChangePeople(viewer: PermissionHolder, change: PeopleChange): boolean {
  const { isDisabled, addDepartmentIds, removeDepartmentIds } = change;
  const isMoreThanRoles =
    isDisabled !== undefined || addDepartmentIds.length > 0 || removeDepartmentIds.length > 0;
  return canChangeUser(viewer, { departmentIds: isMoreThanRoles || undefined });
}

async function accessWanted(tx: Database, change: PeopleChange): Promise<WantedChange> {
  // Both in one go: roles are locked in one order.
  const roles = await accessRoles(tx, [...change.addRoleIds, ...change.removeRoleIds]);
  const addRoles = roles.filter(({ id }) => change.addRoleIds.includes(id));
  assertNonePending(addRoles);
  const pending = addRoles.length > 0 ? await findRoleByName(tx, "pending") : undefined;
  const departments = await accessDepartments(tx, [
    ...change.addDepartmentIds,
    ...change.removeDepartmentIds,
  ]);
  const isAdded = ({ id }: { id: string }) => change.addDepartmentIds.includes(id);
  return {
    addRoles,
    // A role that is both added and removed is added.
    removeRoles: [...roles.filter((role) => !addRoles.includes(role)), ...(pending ? [pending] : [])],
    addDepartments: departments.filter(isAdded),
    removeDepartments: departments.filter((department) => !isAdded(department)),
    isDisabled: change.isDisabled,
  };
}

/** Writes one entry for roles and departments, as after an edit, and one for disabling or enabling. */
async function recordPlan(tx: Database, acting: Acting, plan: PersonPlan): Promise<void> {
  const { person, isDisabled } = plan;
  const subject = { type: "user", id: person.id, name: person.name };
  const keep = (held: readonly { id: string; name: string }[], removed: readonly { id: string }[]) =>
    held.filter(({ id }) => !removed.some((one) => one.id === id));
  const changed = changedFields(
    { roles: namesOf(person.roles), departments: namesOf(person.departments) },
    {
      roles: namesOf([...keep(person.roles, plan.removeRoles), ...plan.addRoles]),
      departments: namesOf([...keep(person.departments, plan.removeDepartments), ...plan.addDepartments]),
    },
  );
  if (changed) await recordAct(tx, { ...actorOf(acting), action: "user.updated", subject, ...changed });
  if (isDisabled === undefined) return;
  const action = isDisabled ? "user.disabled" : "user.enabled";
  await recordAct(tx, { ...actorOf(acting), action, subject });
}
