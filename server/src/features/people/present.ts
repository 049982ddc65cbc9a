import type { Profile } from "@atoll/contract/people/profile-schemas";
import { presentPerson } from "./public.ts";
import type { ProfileRow } from "./queries.ts";

/** Returns the profile that colleagues can see. Guests do not learn how the company is organised. */
export function presentProfile(row: ProfileRow, viewer: { isGuest?: true | undefined }): Profile {
  const departments = viewer.isGuest ? [] : row.departments;
  return { ...presentPerson(row), departments, timeZone: row.time_zone };
}
