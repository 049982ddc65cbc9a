import type { Profile } from "@atoll/contract/people/profile-schemas";
import { presentPerson } from "./public.ts";
import type { ProfileRow } from "./queries.ts";

/** Returns the profile that colleagues can see. */
export function presentProfile(row: ProfileRow): Profile {
  return { ...presentPerson(row), departments: row.departments, timeZone: row.time_zone };
}
