import { z } from "zod";

/** Asking takes far longer than remembering; the names that are not known have no bounds, and are asked for again. */
const known = new Set<string>();

/** Whether this runtime knows a time zone by this name. */
export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
  } catch {
    return false;
  }
  if (known.size < 1000) known.add(name);
  return true;
}

/** A time zone as IANA names it, and this runtime knows it. */
export const timeZoneSchema = z
  .string()
  .max(64)
  // A name: of a difference in hours two programs may think the opposite.
  .regex(/^[A-Za-z]/, "This is no time zone")
  .refine(isTimeZone, "This is no time zone");
