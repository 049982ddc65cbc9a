import type { Profile } from "@atoll/contract/people/profile-schemas";
import { presentPerson } from "./access.ts";
import type { ProfileRow } from "./queries.ts";

/** What colleagues may know of a person. */
export function presentProfile(row: ProfileRow): Profile {
  return { ...presentPerson(row), departments: row.departments, timeZone: row.time_zone };
}
