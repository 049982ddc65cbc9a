import type { ExplanationStep } from "@atoll/contract/administration/schemas";
import { roleTitle } from "@atoll/contract/identity/role-title";
import { permissions as registry } from "@atoll/contract/permission-list";
import { permissionSentence } from "@atoll/contract/permission-sentence";
import {
  canManageRoles,
  hasPermission,
  type PermissionHolder,
  type PermissionPair,
} from "@atoll/contract/permissions";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { asHolder, type ExplainedPerson, type Explanation, explainAccount } from "./explained-person.ts";
import { type ExplainedRole, type ExplainedRow, rolesHolding } from "./explanation-queries.ts";

/**
 * Why a person can or cannot use a permission.
 * @throws {AppError} `invalid_request` when the registry does not have it.
 */
export async function explainPermission(db: Database, row: ExplainedRow, name: string): Promise<Explanation> {
  const pair = registry.find((known) => nameOf(known) === name);
  if (!pair) {
    const fields = [{ path: "permission", message: "There is no such permission" }];
    throw new AppError("invalid_request", { fields });
  }
  const person = asHolder(row);
  const account = explainAccount(person);
  const departments = await db.selectFrom("departments").select(["slug", "name"]).execute();
  const meaning = `The permission ${name} says: ${permissionSentence(pair, departments)}`;
  const steps: ExplanationStep[] = [{ kind: "rule", outcome: "neutral", text: meaning }, ...account.steps];
  if (!account.isOpen) return { isAllowed: false, steps };
  return {
    isAllowed: passes(person, pair),
    steps: [...steps, ...(await explainRoles(db, person, pair))],
  };
}

/** Explains which roles grant a permission, and who gave them. If none does, lists the roles that would. */
export async function explainRoles(
  db: Database,
  person: ExplainedPerson,
  pair: PermissionPair,
): Promise<ExplanationStep[]> {
  const steps = person.roles.map((role) => explainRole(person, role, pair));
  if (passes(person, pair)) return steps;
  const none = `No role of ${person.name} holds the permission ${nameOf(pair)}.`;
  return [
    ...steps,
    { kind: "permission", outcome: "denies", text: none },
    { kind: "rule", outcome: "neutral", text: whoPasses(await rolesHolding(db, pair), pair) },
  ];
}

function explainRole(person: ExplainedPerson, role: ExplainedRole, pair: PermissionPair): ExplanationStep {
  const holder = { roles: [role], permissions: role.permissions };
  const holds = role.permissions.some(
    ({ resource, action }) => resource === pair.resource && action === pair.action,
  );
  if (passes(holder, pair)) {
    const given = sinceWhen(person, role);
    if (passes({ roles: [role], permissions: [] }, pair)) {
      return {
        kind: "role",
        outcome: "grants",
        text: `The role ${roleTitle(role.name)} passes every check. ${given}`,
      };
    }
    const why = holds ? `holds ${nameOf(pair)}` : "holds admin:access, which equals a super administrator";
    return {
      kind: "permission",
      outcome: "grants",
      text: `The role ${roleTitle(role.name)} ${why}. ${given}`,
    };
  }
  const passesTheRest = isRoleManagement(pair) && hasPermission(holder, pair.resource, pair.action);
  return {
    kind: "role",
    outcome: "neutral",
    text: passesTheRest
      ? `The role ${roleTitle(role.name)} passes every other check: managing roles is kept for super administrators and for roles that hold it.`
      : `The role ${roleTitle(role.name)} does not hold ${nameOf(pair)}.`,
  };
}

function sinceWhen({ name }: ExplainedPerson, { given_by, given_on }: ExplainedRole): string {
  return given_by === null
    ? `${name} has had it since ${given_on}.`
    : `${given_by} gave it to ${name} on ${given_on}.`;
}

function whoPasses(roles: string[], pair: PermissionPair): string {
  const always = isRoleManagement(pair)
    ? "Super admin passes every check"
    : "Super admin and Admin pass every check";
  if (roles.length === 0) return `No role of the company holds it; ${always}.`;
  const list = new Intl.ListFormat("en-GB").format(roles.map(roleTitle));
  return roles.length === 1
    ? `The role ${list} holds it, and ${always}.`
    : `The roles ${list} hold it, and ${always}.`;
}

/** The predicate that the server decides with. Managing roles is not among what every admin passes: section 6. */
function passes(holder: PermissionHolder, pair: PermissionPair): boolean {
  return isRoleManagement(pair) ? canManageRoles(holder) : hasPermission(holder, pair.resource, pair.action);
}

function nameOf({ resource, action }: PermissionPair): string {
  return `${resource}:${action}`;
}

function isRoleManagement({ resource, action }: PermissionPair): boolean {
  return resource === "roles" && action === "manage";
}
