import { errors } from "@atoll/contract/errors/errors";
import { roleTitle } from "@atoll/contract/identity/role-title";
import { hasRole } from "@atoll/contract/permissions";
import { managedBy, type RequestViewer } from "../../identity/public.ts";
import { canGiveRole, canGiveTo, canTouchUser, isPendingRole } from "../policy.ts";
import { isDisabledHere } from "./disable-user.ts";
import type { ChosenRole } from "./user-access.ts";
import type { UserRow } from "./user-queries.ts";

interface Named {
  id: string;
  name: string;
}

/** The requested bulk change, with its data from the database. */
export interface WantedChange {
  addRoles: readonly ChosenRole[];
  /** Includes pending, which is removed when another role is added. */
  removeRoles: readonly ChosenRole[];
  addDepartments: readonly Named[];
  removeDepartments: readonly Named[];
  /** Undefined: as it is. */
  isDisabled: boolean | undefined;
}

/** Fields that differ per person. */
export interface PersonPlan {
  person: UserRow;
  addRoles: readonly ChosenRole[];
  removeRoles: readonly ChosenRole[];
  addDepartments: readonly Named[];
  removeDepartments: readonly Named[];
  isDisabled: boolean | undefined;
}

/** Maximum roles and departments of a person, as in the form. */
const maxRoles = 50;
const maxDepartments = 100;

/**
 * Returns whether the viewer may make this change to this person, by the rules for a single account, and which parts of
 * it differ from the current state.
 * @param superAdmins the remaining super admins who can sign in; a person who stops being one is removed from it.
 * @returns the plan, or the reason against it as text for people.
 */
export function judgePeopleChange(
  viewer: RequestViewer,
  person: UserRow,
  wanted: WantedChange,
  superAdmins: Set<string>,
): PersonPlan | string {
  const plan = planOf(person, wanted);
  const refusal = refusalOf(viewer, plan);
  if (refusal !== undefined) return refusal;
  const isLost =
    plan.isDisabled === true || plan.removeRoles.some((role) => role.name.toLowerCase() === "super_admin");
  if (isLost && hasRole(person, "super_admin") && superAdmins.has(person.id)) {
    if (superAdmins.size === 1) return errors.last_super_admin.text;
    superAdmins.delete(person.id);
  }
  return plan;
}

export function isChange(plan: PersonPlan): boolean {
  const { addRoles, removeRoles, addDepartments, removeDepartments, isDisabled } = plan;
  const lists = [addRoles, removeRoles, addDepartments, removeDepartments];
  return isDisabled !== undefined || lists.some(({ length }) => length > 0);
}

function planOf(person: UserRow, wanted: WantedChange): PersonPlan {
  const holds = (list: readonly Named[], one: Named) => list.some(({ id }) => id === one.id);
  const addRoles = wanted.addRoles.filter((role) => !holds(person.roles, role));
  // A person who gets a role is no longer pending. Pending alone is not removed.
  const removeRoles = wanted.removeRoles.filter(
    (role) => holds(person.roles, role) && (!isPendingRole(role) || addRoles.length > 0),
  );
  const isDisabled = wanted.isDisabled ? isDisabledHere(person) : person.disabled_at !== null;
  const isOtherwise = wanted.isDisabled !== isDisabled;
  return {
    person,
    addRoles,
    removeRoles,
    addDepartments: wanted.addDepartments.filter((one) => !holds(person.departments, one)),
    removeDepartments: wanted.removeDepartments.filter((one) => holds(person.departments, one)),
    isDisabled: isOtherwise ? wanted.isDisabled : undefined,
  };
}

function refusalOf(viewer: RequestViewer, plan: PersonPlan): string | undefined {
  const { person, addRoles, removeRoles, addDepartments, removeDepartments, isDisabled } = plan;
  if (!canTouchUser(viewer, person)) return "Only someone with more permissions can change this account.";
  if (isDisabled === false && person.directory && !person.directory.isActive)
    return managedBy(person.directory).message;
  if (viewer.id === person.id) {
    if (isDisabled !== undefined) return errors.own_account.text;
    // Prevents viewers from locking themselves out by mistake.
    if (removeRoles.length > 0) return "Your own roles are taken away in your own account only.";
    if (addRoles.length > 0 && !canGiveTo(viewer, person)) return "You cannot give yourself a role.";
    if (addDepartments.length > 0 && !canGiveTo(viewer, person))
      return "You cannot give yourself a department.";
  }
  const given = addRoles.find((role) => !canGiveRole(viewer, role));
  if (given) return `You may not give the role ${roleTitle(given.name)}.`;
  const taken = removeRoles.find((role) => !isPendingRole(role) && !canGiveRole(viewer, role));
  if (taken) return `You may not take away the role ${roleTitle(taken.name)}.`;
  if (person.roles.length + addRoles.length - removeRoles.length > maxRoles)
    return `Nobody has more than ${maxRoles} roles.`;
  if (person.departments.length + addDepartments.length - removeDepartments.length > maxDepartments)
    return `Nobody is in more than ${maxDepartments} departments.`;
  return undefined;
}
