import type { Area } from "../area.ts";

/** Loads the areas' finders and the suggestions of the header's search box. */
export async function loadHeaderGoals(all: readonly Area[]) {
  const [{ HeaderGoals }, ...areas] = await Promise.all([
    import("./header-goals.tsx"),
    ...all.flatMap(({ palette }) => (palette ? [palette()] : [])),
  ]);
  return { HeaderGoals, areas };
}
