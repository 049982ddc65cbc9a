/** The start of every personal access token, by which scanners of secrets recognise one. */
export const tokenPrefix = "atoll_pat_";

/** The prefixes of the secrets of connected programs: access tokens, refresh tokens and authorization codes. */
export const connectionPrefixes = {
  access: "atoll_oat_",
  refresh: "atoll_ort_",
  code: "atoll_oac_",
} as const;

/** The prefixes of secrets, which must never be part of an address. */
export const tokenPrefixes: readonly string[] = [
  tokenPrefix,
  connectionPrefixes.access,
  connectionPrefixes.refresh,
];

/** A person can connect this many programs. */
export const maxConnections = 50;

/** A person can have this many tokens that work. */
export const maxTokens = 50;

/** The longest a token works, unless an administrator allows tokens without an end. */
export const longestTokenDays = 365;

export const tokenNameLength = 80;

interface TokenAreaText {
  name: string;
  text: string;
  /** The area has nothing that a program may write. */
  isReadOnly?: true;
}

/** The areas that a token is made for, in the order in which people choose them. */
export const tokenAreas = {
  chat: { name: "Chat", text: "Channels, direct messages, threads and reactions." },
  tasks: { name: "Tasks", text: "Tasks, their fields and the time spent on them." },
  calendar: { name: "Calendar", text: "Calendars, events and free times." },
  announcements: { name: "Announcements", text: "Announcements and who has read them." },
  knowledge: { name: "Knowledge base", text: "Pages, drafts, procedures and their runs." },
  questions: { name: "Questions", text: "Questions of the community and their answers." },
  ideas: { name: "Ideas", text: "Ideas, their status and scores." },
  discussion: { name: "Comments and votes", text: "On everything that you can see." },
  boards: { name: "Brainstorm", text: "Boards, notes and votes on them." },
  departments: { name: "Departments", text: "The sections and cards of departments." },
  files: { name: "Files", text: "Files of everything that you can see." },
  people: { name: "People", text: "The directory, profiles and permissions.", isReadOnly: true },
  onboarding: { name: "Onboarding", text: "Onboarding paths and how people get on." },
  inbox: { name: "Inbox and dashboard", text: "Your notifications and your dashboard." },
  search: {
    name: "Search and Ask AI",
    text: "Finds and quotes everything that you can see, in every area.",
  },
  administration: {
    name: "Administration",
    text: "Accounts, roles, departments and the audit log, if you may see them.",
    isReadOnly: true,
  },
} as const satisfies Record<string, TokenAreaText>;

export type TokenArea = keyof typeof tokenAreas;
export const tokenAreaNames = Object.keys(tokenAreas) as readonly TokenArea[];

/** A right in an area. Writing includes reading. */
export type TokenScope = `${TokenArea}:${"read" | "write"}`;

/** Every scope that a token can have. */
export const tokenScopes: readonly TokenScope[] = tokenAreaNames.flatMap((area) => {
  const { isReadOnly }: TokenAreaText = tokenAreas[area];
  return isReadOnly ? [`${area}:read` as const] : [`${area}:read` as const, `${area}:write` as const];
});

/** Returns whether scopes allow what a route needs. Writing in an area includes reading in it. */
export function coversScope(scopes: readonly string[], needed: TokenScope): boolean {
  return scopes.includes(needed) || scopes.includes(needed.replace(/:read$/, ":write"));
}

/** Returns what scopes allow in words: "Reads and writes Tasks. Reads Chat." */
export function describeScopes(scopes: readonly TokenScope[]): string {
  const areasWith = (grant: "read" | "write") =>
    tokenAreaNames.filter((area) => scopes.some((scope) => scope === `${area}:${grant}`));
  const written = areasWith("write");
  const read = areasWith("read").filter((area) => !written.includes(area));
  const sentence = (verb: string, areas: typeof written) =>
    areas.length > 0 ? [`${verb} ${areas.map((area) => tokenAreas[area].name).join(", ")}.`] : [];
  return [...sentence("Reads and writes", written), ...sentence("Reads", read)].join(" ");
}
