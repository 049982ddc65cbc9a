import type { administrationRoutes } from "@atoll/contract/administration/routes";
import type { PermissionHolder } from "@atoll/contract/permissions";
import type { RouteInput, RouteOutput } from "@atoll/contract/route";
import { type SqlBool, sql } from "kysely";
import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { changedFields } from "../changed-fields.ts";
import { assertNonePending, canChangeUser } from "../policy.ts";
import { namesOf } from "./insert-employees.ts";
import { isChange, judgePeopleChange, type PersonPlan, type WantedChange } from "./judge-people-change.ts";
import { superAdminsWhoSignIn } from "./super-admin-left.ts";
import { accessDepartments, accessRoles, findRoleByName } from "./user-access.ts";
import { selectUsers } from "./user-queries.ts";
import { writePeopleChange } from "./write-people-change.ts";

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
