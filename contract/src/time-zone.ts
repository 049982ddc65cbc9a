import { z } from "zod";

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A time zone as IANA names it. */
export const timeZoneSchema = z.string().max(64).refine(isTimeZone, "This is no time zone");
