import type { Session, Viewer } from "@atoll/contract/identity/schemas";
import { parseJson, readAs, type Shape } from "../shape.ts";

/** Specification, section 3: browser storage keys. */
export const storageKeys = {
  token: "atoll.session.token",
  user: "atoll.session.user",
  department: "atoll.department",
} as const;

/**
 * `receivedAt` is this machine's clock in milliseconds. The time left is counted from it, so that a wrong
 * clock on the person's machine neither spams refreshes nor misses one.
 */
export type StoredSession = Session & { receivedAt: number };

const sessionShape: Shape<StoredSession> = {
  accessToken: "string",
  refreshToken: "string",
  tokenType: "string",
  expiresAt: "string",
  expiresInSeconds: "number",
  receivedAt: "number",
};

const viewerShape: Shape<Viewer> = {
  id: "string",
  email: "string",
  name: "string",
  avatar: "string|null",
  role: "string",
  roles: "objects",
  userRoles: "objects",
  permissions: "objects",
  departments: "objects",
  hasPassword: "boolean",
  hasSecondFactor: "boolean",
  needsSecondFactor: "boolean",
  mustSetUpSecondFactor: "boolean",
  mustChoosePassword: "boolean",
  // As above, before passkeys.
  hasPasskey: "boolean?",
  mustUsePasskey: "boolean?",
  isGuest: "boolean?",
  guestUntil: "string?",
  notices: "objects",
  // Optional for sessions stored before preferences existed.
  preferences: "object?",
  createdAt: "string",
  updatedAt: "string",
  lastActive: "string|null",
};

// Anything unreadable counts as absent: it may be another version's, or edited by hand.
export const readSession = (): StoredSession | null => readAs(read(storageKeys.token), sessionShape) ?? null;
export const readViewer = (): Viewer | null => readAs(read(storageKeys.user), viewerShape) ?? null;
export function readDepartment(): string | null {
  const slug = parseJson(read(storageKeys.department));
  return typeof slug === "string" ? slug : null;
}

/** Three looks of the automatic refresh before the end. */
const refreshWithinMs = 90_000;

/** Returns whether the access token must be refreshed before it is used. */
export function isExpiring({ receivedAt, expiresInSeconds }: StoredSession): boolean {
  const lifetimeMs = expiresInSeconds * 1000;
  const ageMs = Date.now() - receivedAt;
  // A token that lives shorter than the margin would otherwise be refreshed on every call.
  return ageMs < 0 || ageMs >= lifetimeMs - Math.min(refreshWithinMs, lifetimeMs / 2);
}

/** Stores a value under a key, or removes the key for null. */
export function write(key: (typeof storageKeys)[keyof typeof storageKeys], value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the session lives in this tab's memory until it is closed.
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
