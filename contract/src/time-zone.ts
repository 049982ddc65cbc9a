import { z } from "zod";

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A time zone as IANA names it, and this runtime knows it. */
export const timeZoneSchema = z
  .string()
  .max(64)
  // A name: of a difference in hours two programs may think the opposite.
  .regex(/^[A-Za-z]/, "This is no time zone")
  .refine(isTimeZone, "This is no time zone");
