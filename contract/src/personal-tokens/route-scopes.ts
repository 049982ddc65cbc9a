import type { Route } from "../route.ts";
import { routes } from "../routes.ts";
import type { TokenArea, TokenScope } from "./areas.ts";

/**
 * The scope that a personal access token needs for a route. `any`: every token may. `browsers`: no token may, because the route
 * manages access itself, is an approval that a person gives, shows secrets, or belongs to one browser.
 */
type NeededScope = TokenScope | "any" | "browsers";

/** The area of every slice's routes: a new slice is not complete without its place here. */
const areaOfSlice: Record<keyof typeof routes, TokenArea | "browsers"> = {
  workspace: "people",
  company: "administration",
  health: "people",
  operation: "administration",
  identity: "browsers",
  procedures: "people",
  profile: "browsers",
  joining: "browsers",
  administration: "administration",
  invitations: "administration",
  // Power over who comes in from outside.
  guests: "browsers",
  "guest-access": "browsers",
  // Secrets, and power over the accounts of everyone.
  directories: "browsers",
  scim: "browsers",
  "sign-on": "browsers",
  audit: "administration",
  people: "people",
  drafts: "browsers",
  files: "files",
  chat: "chat",
  polls: "chat",
  tasks: "tasks",
  "saved-views": "browsers",
  changes: "browsers",
  announcements: "announcements",
  comments: "discussion",
  votes: "discussion",
  questions: "questions",
  notifications: "inbox",
  push: "browsers",
  mail: "browsers",
  dashboard: "inbox",
  calendar: "calendar",
  "calendars-elsewhere": "calendar",
  availability: "calendar",
  search: "search",
  documents: "knowledge",
  knowledge: "knowledge",
  onboarding: "onboarding",
  "sensitive-data": "browsers",
  "ask-ai": "search",
  ideas: "ideas",
  cards: "departments",
  brainstorm: "boards",
  // An import writes in the name of others.
  imports: "browsers",
  passkeys: "browsers",
  // Everything that a person has, at once.
  "personal-data": "browsers",
  "personal-tokens": "browsers",
  // The address of a feed outlives the token.
  feeds: "browsers",
  bots: "browsers",
  webhooks: "browsers",
  // An automation goes on without the token.
  automations: "browsers",
  "outgoing-webhooks": "browsers",
  // A connection goes on without the token.
  "git-links": "browsers",
  mcp: "browsers",
  "connected-programs": "browsers",
  // They are sent long after the token was revoked.
  reminders: "browsers",
  // Deletes for everyone, and has holds that nobody may know of.
  retention: "browsers",
  // A command acts for the person who types it.
  commands: "browsers",
};

type RouteAddress = `${Route["method"]} ${Route["path"]}`;

/** Routes that need something other than their slice and method say. A test finds those that no longer exist. */
export const exceptions: Partial<Record<RouteAddress, NeededScope>> = {
  "GET /api/auth/user": "any",
  // A program that is refused with `maintenance` learns until when.
  "GET /api/maintenance": "any",
  // Each tool calls routes, which look at the scopes.
  "POST /api/mcp": "any",
  // The address of a feed opens a calendar to everyone who has it, and outlives the token.
  "GET /api/calendar-feed": "browsers",
  "PUT /api/calendar-feed": "browsers",
  "DELETE /api/calendar-feed": "browsers",
  // A hook lets other programs write, and outlives the token. The list of people who may call an API server gives access as well.
  "POST /api/card-types/:typeId/hooks": "browsers",
  "DELETE /api/card-hooks/:hookId": "browsers",
  "PATCH /api/card-servers/:serverId": "browsers",
  // These write in two areas, and a token is for the areas that were chosen.
  "POST /api/boards/:boardId/notes/:noteId/tasks": "browsers",
  "POST /api/ideas/:ideaId/tasks": "browsers",
  "POST /api/cards/:cardId/tasks": "browsers",
  "GET /api/admin/ask-ai/usage": "administration:read",
  "GET /api/admin/search/words": "administration:read",
  // For holds and exports, which are closed to programs.
  "GET /api/admin/people": "browsers",
  // A request to another system in the name of the person who sends it.
  "POST /api/cards/:cardId/trial": "browsers",
  // Approvals are acts of a person.
  "PUT /api/cards/:cardId/approval": "browsers",
  "PUT /api/knowledge/articles/:articleId/draft/approval": "browsers",
  "PUT /api/knowledge/articles/:articleId/draft/refusal": "browsers",
  // It answers with texts of all areas.
  "GET /api/knowledge/articles/:articleId/mentions": "search:read",
  // The administration of areas that programs otherwise write to.
  "PUT /api/admin/search/words": "browsers",
  "GET /api/admin/ask-ai/model": "browsers",
  "PUT /api/admin/ask-ai/model": "browsers",
  "POST /api/admin/ask-ai/model/tests": "browsers",
  "POST /api/admin/departments/:departmentId/sections": "browsers",
  "PATCH /api/admin/sections/:sectionId": "browsers",
  "POST /api/admin/sections/:sectionId/fields": "browsers",
  "PATCH /api/admin/sections/:sectionId/fields/:field": "browsers",
  "POST /api/admin/sections/:sectionId/fields/:field/conversion-check": "browsers",
  "POST /api/admin/sections/:sectionId/fields/:field/conversions": "browsers",
};

/** Areas in which programs only read: they create no accounts and change nobody's access. */
const readOnly: readonly TokenArea[] = ["administration", "people"];

const scopes = new Map<string, NeededScope>(
  Object.entries(routes).flatMap(([slice, ofSlice]) =>
    Object.values(ofSlice).map((route: Route) => {
      const address: RouteAddress = `${route.method} ${route.path}`;
      return [address, exceptions[address] ?? scopeBySlice(slice as keyof typeof routes, route)] as const;
    }),
  ),
);

function scopeBySlice(slice: keyof typeof routes, { method, reads }: Route): NeededScope {
  const area = areaOfSlice[slice];
  if (area === "browsers") return "browsers";
  if (method === "GET" || reads) return `${area}:read`;
  return readOnly.includes(area) ? "browsers" : `${area}:write`;
}

/** Returns what a token needs for a route. A route outside the contract is for browsers. */
export function scopeOf({ method, path }: Pick<Route, "method" | "path">): NeededScope {
  return scopes.get(`${method} ${path}`) ?? "browsers";
}
