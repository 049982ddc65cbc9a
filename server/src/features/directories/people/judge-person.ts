import type { DirectoryAct, DirectoryProblem } from "@atoll/contract/directories/schemas";
import { roleTitle } from "@atoll/contract/identity/role-title";
import { hasRole } from "@atoll/contract/permissions";
import { hasPower, isPendingRole } from "../../administration/policy.ts";
import type { UserRow } from "../../administration/public.ts";
import type { PersonRow } from "./mirror.ts";

export interface Named {
  id: string;
  name: string;
}

/** A person of a directory, with what the rules need to know. */
export interface PersonState {
  row: PersonRow;
  /** The account that follows this person. */
  account: UserRow | undefined;
  /** The account with the person's address; for single sign-on, the one that they signed in to. */
  holder: UserRow | undefined;
  /** A guest has the person's address. Directories decide nothing about guests. */
  isGuests: boolean;
  /** Whether that account follows another person already, of this directory or of another one. */
  holderFollows: "this" | "other" | undefined;
  /** Whether the account that followed this person, who is gone, follows another person now. */
  isReplaced: boolean;
  /** Roles and departments given by the person's groups. */
  roles: readonly Named[];
  departments: readonly Named[];
}

/** Everything that groups of the directory give: those are its to give and to take. */
export interface Mapped {
  roleIds: ReadonlySet<string>;
  departmentIds: ReadonlySet<string>;
  /** The role of people without one from a group. */
  defaultRole: Named | undefined;
}

/** Changes that bring an account to what the directory says. */
export interface Step {
  person: PersonRow;
  account: UserRow | undefined;
  acts: DirectoryAct[];
  problem: DirectoryProblem | null;
  /** Undefined: as it is. */
  name: string | undefined;
  email: string | undefined;
  addRoles: readonly Named[];
  removeRoles: readonly Named[];
  addDepartments: readonly Named[];
  removeDepartments: readonly Named[];
}

/** The same as in the form of an account. */
const maxRoles = 50;
const maxDepartments = 100;

/**
 * Returns what brings an account to what its directory says. The dry run and the change itself both ask here.
 *
 * - A new person gets an account, or the one with their address, unless it has power over others: a directory must not
 *   take over an administrator. An administrator confirms that one.
 * - A person who is inactive or gone is disabled, and keeps what they have, until somebody has handed it over.
 * - A directory enables only accounts that it has disabled.
 * - Mapped roles and departments follow the groups. Others stay as they are.
 * - The last super administrator who can sign in stays.
 * - A provider of single sign-on gives and takes mapped roles and departments, and does nothing else. It must have named
 *   the person's groups.
 * @param superAdmins who can sign in; a person who stops being one is removed from it.
 * @param isConfirmed an administrator has confirmed the person and their address.
 */
function judgePerson(
  state: PersonState,
  mapped: Mapped,
  superAdmins: Set<string>,
  isConfirmed = false,
): Step {
  const { row, holder } = state;
  // A provider of single sign-on decides about rights only.
  const isSignOn = row.signed_in_as !== null;
  const step: Step = {
    person: row,
    account: state.account,
    acts: [],
    problem: null,
    name: undefined,
    email: undefined,
    addRoles: [],
    removeRoles: [],
    addDepartments: [],
    removeDepartments: [],
  };
  if (state.isReplaced) return { ...step, account: undefined };
  if (!step.account) {
    if (!row.is_active) return step;
    if (state.isGuests) return { ...step, problem: "address_taken" };
    if (!holder) return isSignOn ? step : newAccount(step, state, mapped);
    if (state.holderFollows === "other") return { ...step, problem: "other_directory" };
    if (state.holderFollows === "this") return { ...step, problem: "address_taken" };
    if (hasPower(holder) && !isConfirmed) return { ...step, problem: "administrator" };
    step.account = holder;
    step.acts.push("link");
  }
  const { account } = step;
  if (!row.is_active) return leaver(step, account, superAdmins);
  if (!isSignOn) judgeAccount(step, account, state, isConfirmed);
  if (!isSignOn || row.groups_heard_at) judgeRights(step, account, state, { mapped, superAdmins });
  const lists = [step.addRoles, step.removeRoles, step.addDepartments, step.removeDepartments];
  const isChanged =
    step.name !== undefined || step.email !== undefined || lists.some(({ length }) => length > 0);
  if (isChanged) step.acts.push("update");
  return step;
}

/** Judges whether the account is enabled, and its name and address. */
function judgeAccount(
  step: Step,
  account: UserRow,
  { row, holder, isGuests }: PersonState,
  isConfirmed: boolean,
): void {
  if (isDisabledBy(row, account)) step.acts.push("enable");
  else if (account.disabled_at) step.problem = "disabled_here";
  if (row.email !== account.email) {
    if (isGuests || (holder && holder.id !== account.id)) step.problem = "address_taken";
    else if (hasPower(account) && !isConfirmed) step.problem = "address_of_administrator";
    else step.email = row.email;
  }
  if (row.name !== account.name) step.name = row.name;
}

/**
 * Judges several people. Of two with one address, the first gets the account.
 * @param claimed the addresses that were given before, which grows.
 */
export function judgePeople(
  states: readonly PersonState[],
  mapped: Mapped,
  superAdmins: Set<string>,
  { confirmed = [], claimed = new Set() }: { confirmed?: readonly string[]; claimed?: Set<string> } = {},
): Step[] {
  return states.map((state) => {
    const step = judgePerson(state, mapped, superAdmins, confirmed.includes(state.row.id));
    const isNew = step.acts.includes("create") || step.acts.includes("link");
    const email = isNew ? state.row.email : step.email;
    if (email === undefined) return step;
    if (claimed.has(email))
      return {
        ...step,
        problem: "address_taken",
        email: undefined,
        ...(isNew && { acts: [], account: undefined }),
      };
    claimed.add(email);
    return step;
  });
}

/** An administrator who disables the account as well writes another instant. */
const isDisabledBy = (row: PersonRow, account: UserRow) =>
  row.disabled_at !== null && account.disabled_at?.getTime() === row.disabled_at.getTime();

function newAccount(step: Step, { row, roles, departments }: PersonState, { defaultRole }: Mapped): Step {
  const given = roles.length > 0 ? roles : defaultRole ? [defaultRole] : [];
  if (given.length > maxRoles || departments.length > maxDepartments) return { ...step, problem: "too_many" };
  return {
    ...step,
    acts: ["create"],
    name: row.name,
    email: row.email,
    addRoles: given,
    addDepartments: departments,
  };
}

function leaver(step: Step, account: UserRow, superAdmins: Set<string>): Step {
  if (account.disabled_at) return step;
  if (isLast(account, superAdmins)) return { ...step, problem: "last_super_admin" };
  superAdmins.delete(account.id);
  step.acts.push("disable");
  return step;
}

function judgeRights(
  step: Step,
  account: UserRow,
  { roles, departments }: PersonState,
  { mapped, superAdmins }: { mapped: Mapped; superAdmins: Set<string> },
): void {
  const addRoles = without(roles, account.roles);
  let removeRoles = without(
    account.roles.filter(({ id }) => mapped.roleIds.has(id)),
    roles,
  );
  if (removeRoles.some(isSuperAdminRole)) {
    if (isLast(account, superAdmins)) {
      step.problem = "last_super_admin";
      removeRoles = removeRoles.filter((role) => !isSuperAdminRole(role));
    } else superAdmins.delete(account.id);
  }
  const isLeft = (role: Named) => !isPendingRole(role) && !removeRoles.includes(role);
  // Nobody is locked out because a group is gone, unless the directory decides on the default role itself.
  if (addRoles.length === 0 && removeRoles.length > 0 && !account.roles.some(isLeft)) {
    const { defaultRole } = mapped;
    if (defaultRole && !mapped.roleIds.has(defaultRole.id)) addRoles.push(defaultRole);
  }
  // A person who gets a role is no longer pending.
  if (addRoles.length > 0) removeRoles.push(...account.roles.filter(isPendingRole));
  const addDepartments = without(departments, account.departments);
  const removeDepartments = without(
    account.departments.filter(({ id }) => mapped.departmentIds.has(id)),
    departments,
  );
  const roleCount = account.roles.length + addRoles.length - removeRoles.length;
  const departmentCount = account.departments.length + addDepartments.length - removeDepartments.length;
  if (roleCount > maxRoles || departmentCount > maxDepartments) step.problem = "too_many";
  else Object.assign(step, { addRoles, removeRoles, addDepartments, removeDepartments });
}

const isSuperAdminRole = ({ name }: Named) => name.toLowerCase() === "super_admin";

const isLast = (account: UserRow, superAdmins: Set<string>) =>
  hasRole(account, "super_admin") && superAdmins.has(account.id) && superAdmins.size === 1;

function without(list: readonly Named[], others: readonly Named[]): Named[] {
  return list.filter(({ id }) => !others.some((one) => one.id === id));
}

/** Says what a step changes, for administrators. */
export function detailsOf({ acts, account, name, email, ...step }: Step): string[] {
  const isNew = acts.includes("create");
  const roles = (list: readonly Named[], word: string) =>
    list.map((role) => `${word} role ${roleTitle(role.name)}`);
  const places = (list: readonly Named[], word: string) => list.map((place) => `${word} ${place.name}`);
  return [
    ...(!isNew && account && name !== undefined ? [`name ${account.name} → ${name}`] : []),
    ...(!isNew && account && email !== undefined ? [`email ${account.email} → ${email}`] : []),
    ...roles(step.addRoles, "gets the"),
    ...roles(step.removeRoles, "loses the"),
    ...places(step.addDepartments, "joins"),
    ...places(step.removeDepartments, "leaves"),
  ];
}
