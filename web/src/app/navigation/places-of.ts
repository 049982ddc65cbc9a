import type { Area, AreaPlace } from "../area.ts";

/** The page everything lies below. */
export const dashboardPath = "/dashboard";

/** The places of all areas in one list: first those of a group of the navigation, in its order. */
export function placesOf(areas: readonly Area[]): readonly AreaPlace[] {
  const all: AreaPlace[] = areas.flatMap(({ places }) => places);
  const rank = ({ group }: AreaPlace) => (group === "main" ? 0 : group === "tools" ? 1 : 2);
  return all.toSorted((a, b) => rank(a) - rank(b));
}
