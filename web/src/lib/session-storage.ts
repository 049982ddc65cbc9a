import { sessionSchema, viewerSchema } from "@atoll/contract/identity/schemas";
import { z } from "zod";

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
const storedSessionSchema = sessionSchema.extend({ receivedAt: z.number() });
export type StoredSession = z.infer<typeof storedSessionSchema>;

export const readSession = () => read(storageKeys.token, storedSessionSchema);
export const readViewer = () => read(storageKeys.user, viewerSchema);
export const readDepartment = () => read(storageKeys.department, z.string());

/** Stores a value under a key, or removes the key for null. */
export function write(key: (typeof storageKeys)[keyof typeof storageKeys], value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the session lives in this tab's memory until it is closed.
  }
}

/** Anything unreadable counts as absent: it may be another version's, or edited by hand. */
function read<T>(key: string, schema: z.ZodType<T>): T | null {
  try {
    const parsed = schema.safeParse(JSON.parse(localStorage.getItem(key) ?? "null"));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
