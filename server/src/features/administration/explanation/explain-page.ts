import type { ExplanationStep } from "@atoll/contract/administration/schemas";
import { isSuperAdmin } from "@atoll/contract/permissions";
import {
  type AccessDecision,
  decideAccess,
  departmentMovedFrom,
  type PageRule,
  pageRule,
  sensitiveDataDepartment,
} from "@atoll/contract/route-access";
import type { Database } from "../../../tables.ts";
import { explainRoles } from "./explain-permission.ts";
import { asHolder, type ExplainedPerson, type Explanation, explainAccount } from "./explained-person.ts";
import type { ExplainedRow } from "./explanation-queries.ts";

const adminAccess = { resource: "admin", action: "access" };
const chatAccess = { resource: "chat", action: "access" };

interface NamedDepartment {
  name: string;
  slug: string;
}

/** Why a person can or cannot see a page. Specification, sections 2, 4 and 6. */
export async function explainPage(db: Database, row: ExplainedRow, address: string): Promise<Explanation> {
  const departments = await db
    .selectFrom("departments")
    .select(["name", "slug", "former_slugs as formerSlugs"])
    .execute();
  const moved = departmentMovedFrom(pathOf(address), departments);
  if (!moved) return explainPath(db, row, pathOf(address), departments);
  const text = `The department at this address has become part of ${moved.name}: it leads to /${moved.slug}.`;
  const there = await explainPath(db, row, `/${moved.slug}`, departments);
  return { ...there, steps: [step("neutral", text), ...there.steps] };
}

async function explainPath(
  db: Database,
  row: ExplainedRow,
  path: string,
  departments: readonly NamedDepartment[],
): Promise<Explanation> {
  const person = asHolder(row);
  // Uses all departments: an administrator may also know those whose pages are hidden from others.
  const rule = pageRule(path, departments);
  if (rule.kind === "public") return allowed([step("grants", "This page is public: everyone sees it.")]);
  if (rule.kind === "unknown") {
    const text = "There is no page at this address. Visitors are redirected to the start page.";
    return { isAllowed: false, steps: [step("denies", text)] };
  }
  const account = explainAccount(person);
  const steps = [step("neutral", describeRule(rule, departments)), ...account.steps];
  if (!account.isOpen) return { isAllowed: false, steps };
  const decision = decideAccess(path, person);
  steps.push(...(await explainRule(db, person, rule, departments)));
  if (decision.kind === "show") return allowed(steps);
  return { isAllowed: false, steps: [...steps, step("neutral", describeTurn(person, decision))] };
}

function describeRule(rule: PageRule, departments: readonly NamedDepartment[]): string {
  switch (rule.kind) {
    case "admin":
      return "The admin panel is for administrators, and for roles that hold the permission admin:access.";
    case "admin-page":
      return `This page is for administrators, and for roles that hold the permission ${rule.permission.resource}:${rule.permission.action}.`;
    case "super-admin":
      return "This page is for super administrators.";
    case "chat":
      return "Team chat is for everyone whose roles hold the permission chat:access.";
    case "sensitive-data":
      return `Sensitive data is for administrators, and for members of ${nameOf(sensitiveDataDepartment, departments)}.`;
    case "department":
      return `This page belongs to ${nameOf(rule.slug, departments)}, and is for its members.`;
    default:
      return "This page is for everyone who can sign in.";
  }
}

async function explainRule(
  db: Database,
  person: ExplainedPerson,
  rule: PageRule,
  departments: readonly NamedDepartment[],
): Promise<ExplanationStep[]> {
  switch (rule.kind) {
    case "admin":
      return explainRoles(db, person, adminAccess);
    case "admin-page":
      return explainRoles(db, person, rule.permission);
    case "super-admin":
      return isSuperAdmin(person)
        ? [step("grants", `${person.name} is a super administrator.`)]
        : [step("denies", `${person.name} is not a super administrator.`)];
    case "chat":
      return explainRoles(db, person, chatAccess);
    case "department":
      return [membership(person, rule.slug, departments, "denies")];
    case "sensitive-data":
      return explainSensitiveData(db, person, departments);
    default:
      return [step("grants", `${person.name} can sign in, and nothing more is asked.`)];
  }
}

/** Either way is enough, so the one that does not apply denies only when the other does not either. */
async function explainSensitiveData(
  db: Database,
  person: ExplainedPerson,
  departments: readonly NamedDepartment[],
): Promise<ExplanationStep[]> {
  const roles = await explainRoles(db, person, adminAccess);
  const isAdministrator = roles.some(({ outcome }) => outcome === "grants");
  const member = membership(
    person,
    sensitiveDataDepartment,
    departments,
    isAdministrator ? "neutral" : "denies",
  );
  if (member.outcome !== "grants") return [...roles, member];
  return [...roles.filter(({ outcome }) => outcome === "grants"), member];
}

function membership(
  person: ExplainedPerson,
  slug: string,
  departments: readonly NamedDepartment[],
  otherwise: "denies" | "neutral",
): ExplanationStep {
  const isMember = person.departments.some((department) => department.slug === slug);
  const name = nameOf(slug, departments);
  return isMember
    ? { kind: "membership", outcome: "grants", text: `${person.name} is a member of ${name}.` }
    : { kind: "membership", outcome: otherwise, text: `${person.name} is not a member of ${name}.` };
}

function describeTurn({ name }: ExplainedPerson, decision: AccessDecision): string {
  if (decision.kind !== "redirect") return `${name} sees the page Access Denied.`;
  if (decision.to !== "/") return `${name} is sent to ${decision.to} instead.`;
  return `To ${name} the page seems not to exist: they are sent to the start page.`;
}

function nameOf(slug: string, departments: readonly NamedDepartment[]): string {
  return departments.find((department) => department.slug === slug)?.name ?? slug;
}

/** The path as the browser's router sees it: without query and fragment, and with its letters decoded. */
function pathOf(address: string): string {
  const [path = "/"] = address.split(/[?#]/, 1);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function step(outcome: ExplanationStep["outcome"], text: string): ExplanationStep {
  return { kind: "rule", outcome, text };
}

function allowed(steps: ExplanationStep[]): Explanation {
  return { isAllowed: true, steps };
}
