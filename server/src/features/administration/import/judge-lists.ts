import type { PermissionHolder } from "@atoll/contract/permissions";
import { canGiveRole, defaultRoleName, isPendingRole } from "../policy.ts";
import type { ChosenRole } from "../users/user-access.ts";

export interface Named {
  id: string;
  name: string;
}

/** Maximum roles and departments of a person, as in the form. */
const maxRoles = 50;
const maxDepartments = 100;

/** A list of a row, compared with existing names. */
interface JudgedList<One> {
  found: One[];
  /** The existing names, or else the text in the file. */
  written: string[];
  reasons: string[];
}

/**
 * Returns the roles that a cell names, with the reasons why some cannot be given. An empty cell means the default role.
 */
export function judgeRoles(
  cell: string,
  roles: ReadonlyMap<string, ChosenRole>,
  viewer: PermissionHolder,
): JudgedList<ChosenRole> {
  const names = namesIn(cell, roles);
  const standard = roles.get(defaultRoleName);
  if (names.length === 0) {
    const found = standard ? [standard] : [];
    return { found, written: found.map(({ name }) => name), reasons: [] };
  }
  if (names.length > maxRoles) return tooLong(`Nobody has more than ${maxRoles} roles`);
  return judgeEach(names, roles, (role, name) => {
    if (!role || isPendingRole(role)) return `There is no role named ${name} to give`;
    return role !== standard && !canGiveRole(viewer, role) ? `You may not give the role ${name}` : undefined;
  });
}

/** The departments that a cell names, and which of them there are not. */
export function judgeDepartments(cell: string, departments: ReadonlyMap<string, Named>): JudgedList<Named> {
  const names = namesIn(cell, departments);
  if (names.length > maxDepartments) return tooLong(`Nobody is in more than ${maxDepartments} departments`);
  return judgeEach(names, departments, (department, name) =>
    department ? undefined : `There is no department named ${name}`,
  );
}

function judgeEach<One extends Named>(
  names: readonly string[],
  known: ReadonlyMap<string, One>,
  judge: (one: One | undefined, name: string) => string | undefined,
): JudgedList<One> {
  const found = new Set<One>();
  const written = new Set<string>();
  const reasons: string[] = [];
  for (const name of names) {
    const one = known.get(name.toLowerCase());
    const reason = judge(one, name);
    written.add(one?.name ?? name);
    if (reason !== undefined) reasons.push(reason);
    else if (one) found.add(one);
  }
  return { found: [...found], written: [...written], reasons };
}

const tooLong = (reason: string) => ({ found: [], written: [], reasons: [reason] });

/** The names in a cell, parted by semicolons, bars or lines; by commas where no name has one in it. */
function namesIn(cell: string, known: ReadonlyMap<string, Named>): string[] {
  const parts = cell.split(/[;|\n]/).flatMap((part) => {
    const name = part.trim();
    return known.has(name.toLowerCase()) ? [name] : name.split(",");
  });
  return [...new Set(parts.map((name) => name.trim()).filter((name) => name !== ""))];
}
