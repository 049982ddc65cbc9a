import { canUseChat } from "./chat/policy.ts";
import { departmentSlug, initialDepartments } from "./departments.ts";
import { canOpenAdmin, hasPermission, isSuperAdmin, type PermissionHolder } from "./permissions.ts";
import { isUuid } from "./uuid.ts";

/** A signed-in person as the rules of the pages look at them; the first department is where they are at home. */
export interface Visitor extends PermissionHolder {
  departments: readonly VisitedDepartment[];
}

interface VisitedDepartment {
  slug: string;
  /** Where departments were found that became part of this one. */
  formerSlugs?: readonly string[] | undefined;
}

/** The condition for seeing a page. */
export type PageRule =
  /** Everyone, also without an account. */
  | { kind: "public" }
  /** There is no such page. */
  | { kind: "unknown" }
  | { kind: "signed-in" }
  | { kind: "admin" }
  /** A page of the admin panel that a permission opens, for people who are no administrators too. */
  | { kind: "admin-page"; permission: { resource: string; action: string } }
  /** A page of the admin panel for super administrators. */
  | { kind: "super-admin" }
  | { kind: "chat" }
  | { kind: "sensitive-data" }
  | { kind: "department"; slug: string };

export type AccessDecision =
  | { kind: "show" }
  /** Go elsewhere, and do not come back here. */
  | { kind: "redirect"; to: string }
  /** Sign in first, then come back. */
  | { kind: "sign-in" }
  /** The page Access Denied, with the words for this page. */
  | { kind: "deny"; page: "admin" | "other" };

/** The pages that need no sign-in, by the first part of their path. `/welcome` leads to the landing page. */
const publicPages = [
  ...["", "login", "register"],
  ...["join", "forgot-password", "reset-password", "unsubscribe"],
];

/** The pages of the workspace, by the first part of their path, without the departments'. Section 2. */
export const workspacePages: readonly string[] = [
  "dashboard",
  "admin",
  "design-system",
  "ask-ai",
  "ideas",
  "chat",
  "calendar",
  "tasks",
  "brainstorm",
  "announcements",
  "settings",
  "inbox",
  "community-faqs",
  "search",
  "knowledge-base",
  "sensitive-data",
  "colleagues",
  "not-sent",
  "share",
  "connect",
  "service-status",
  "approvals",
];

/** The pages of guests. To them, every other address is unknown. */
const guestPages = ["chat", "inbox", "settings", "not-sent"];

/** Their pages with what they were invited to, each a list and its things. */
export const guestThingPages: readonly string[] = ["/tasks", "/knowledge-base", "/calendar"];

/** Beginnings of addresses that a department cannot have, since something else answers there. */
const otherAddresses = ["welcome", "api", "assets", "icons"];

/** The pages of the admin panel with a condition of their own, by the second part of their path. */
const adminPages = new Map<string, PageRule>([
  ["audit", { kind: "admin-page", permission: { resource: "audit", action: "read" } }],
  ["moving-in", { kind: "admin-page", permission: { resource: "imports", action: "run" } }],
  ["guests", { kind: "admin-page", permission: { resource: "guests", action: "invite" } }],
  ["bots", { kind: "admin-page", permission: { resource: "bots", action: "manage" } }],
  ["commands", { kind: "admin-page", permission: { resource: "bots", action: "manage" } }],
  ["automations", { kind: "admin-page", permission: { resource: "automations", action: "manage" } }],
  ["repositories", { kind: "admin-page", permission: { resource: "automations", action: "manage" } }],
  ["webhooks", { kind: "admin-page", permission: { resource: "webhooks", action: "manage" } }],
  ["directories", { kind: "super-admin" }],
  ["retention", { kind: "super-admin" }],
  ["health", { kind: "super-admin" }],
]);

const initialSlugs = initialDepartments.map(departmentSlug);
const specialRules = new Map<string, PageRule>([
  ["admin", { kind: "admin" }],
  ["chat", { kind: "chat" }],
  ["sensitive-data", { kind: "sensitive-data" }],
]);

/**
 * Which rule holds at a path, without query and fragment: the route table of section 2. Apart from the
 * departments every Atoll starts with, only those given are known; to others their pages do not exist.
 */
export function pageRule(path: string, departments: readonly { slug: string }[]): PageRule {
  const [root = "", ...rest] = path.split("/").filter(Boolean);
  if (publicPages.includes(root) && rest.length === 0) return { kind: "public" };
  const adminPage = root === "admin" && adminPages.get(rest[0] ?? "");
  if (adminPage) return adminPage;
  if (workspacePages.includes(root)) return specialRules.get(root) ?? { kind: "signed-in" };
  // People type and paste names of departments in any case.
  const named = root.toLowerCase();
  const isDepartment = initialSlugs.includes(named) || departments.some(({ slug }) => slug === named);
  return isDepartment ? { kind: "department", slug: named } : { kind: "unknown" };
}

/** Returns whether somebody who is signed in may see what a rule guards. Specification, section 6 (route rules). */
function passesRule(rule: PageRule, visitor: Visitor): boolean {
  switch (rule.kind) {
    case "public":
    case "signed-in":
      return true;
    case "unknown":
      return false;
    case "admin":
      return canOpenAdmin(visitor);
    case "admin-page":
      return hasPermission(visitor, rule.permission.resource, rule.permission.action);
    case "super-admin":
      return isSuperAdmin(visitor);
    case "chat":
      return canUseChat(visitor);
    case "sensitive-data":
      // The role ADMIN, and what equals it or stands above it.
      return canOpenAdmin(visitor) || isMember(visitor, sensitiveDataDepartment);
    case "department":
      return isMember(visitor, rule.slug);
  }
}

/** The department whose members see /sensitive-data, by its slug. Specification, section 2. */
export const sensitiveDataDepartment = "backend";

/**
 * Decides whether a visitor may see a page, and otherwise where to redirect: sections 2, 4 and 6. The browser calls it
 * before it shows a page, and the server to explain access. The server authorizes every request for data separately.
 * @param visitor null if nobody is signed in.
 */
export function decideAccess(path: string, visitor: Visitor | null): AccessDecision {
  const rule = pageRule(path, visitor?.departments ?? []);
  if (rule.kind === "public") return { kind: "show" };
  if (visitor?.isGuest) return decideForGuest(path);
  const moved = departmentMovedFrom(path, visitor?.departments ?? []);
  if (moved) return { kind: "redirect", to: `/${moved.slug}` };
  if (rule.kind === "unknown") return { kind: "redirect", to: "/" };
  if (!visitor) return { kind: "sign-in" };
  if (passesRule(rule, visitor)) return { kind: "show" };
  if (rule.kind === "admin" || rule.kind === "admin-page" || rule.kind === "super-admin")
    return { kind: "deny", page: "admin" };
  // Everyone has the link to the chat in sight: who may not use it is told so.
  return rule.kind === "chat" ? { kind: "deny", page: "other" } : turnAway(path, visitor);
}

/** Returns whether a page is the list of a kind of things that guests are invited to, or the page of one of them. */
function isGuestThingPage(path: string): boolean {
  if (guestThingPages.includes(path)) return true;
  const [, id = ""] = /^\/(?:tasks|knowledge-base\/(?:articles|sop))\/([^/]+)$/.exec(path) ?? [];
  return isUuid(id);
}

/** Guests begin in the chat, where colleagues begin at the dashboard. */
function decideForGuest(path: string): AccessDecision {
  const root = path.split("/").find(Boolean) ?? "";
  if (guestPages.includes(root)) return { kind: "show" };
  if (isGuestThingPage(path)) return { kind: "show" };
  return { kind: "redirect", to: "/chat" };
}

/** The department that the one at this address has become part of. Its pages may be others, so its first is meant. */
export function departmentMovedFrom<Department extends VisitedDepartment>(
  path: string,
  departments: readonly Department[],
): Department | undefined {
  const root = path.split("/").find(Boolean) ?? "";
  return departments.find(({ formerSlugs }) => formerSlugs?.includes(root));
}

/** Returns whether an address of a department would be in the way of another page. */
export function isReservedSlug(slug: string): boolean {
  return [...publicPages, ...workspacePages, ...otherAddresses].includes(slug);
}

/** To the person's first department, or the dashboard; the Access Denied page when that leads nowhere else. */
function turnAway(path: string, visitor: Visitor): AccessDecision {
  const home = visitor.departments[0]?.slug ?? "dashboard";
  return path.split("/").find(Boolean) === home
    ? { kind: "deny", page: "other" }
    : { kind: "redirect", to: `/${home}` };
}

function isMember(visitor: Visitor, slug: string): boolean {
  return visitor.departments.some((department) => department.slug === slug);
}
