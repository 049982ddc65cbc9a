// Without Zod, for code that the browser loads first.

/** The source of an expression for a UUID of any version, to build expressions of. In lower case, as Atoll writes UUIDs. */
export const uuidSource = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

const idPattern = new RegExp(`^${uuidSource}$`);

/** Whether this is an ID as Atoll writes it, and as texts and documents refer to it. */
export const isId = (value: unknown): value is string => typeof value === "string" && idPattern.test(value);

/** A UUID in any case. */
export const uuidPattern = new RegExp(`^${uuidSource}$`, "i");

export const isUuid = (value: unknown): value is string =>
  typeof value === "string" && uuidPattern.test(value);
