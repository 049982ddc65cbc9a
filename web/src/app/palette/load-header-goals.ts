import type { Area } from "../area.ts";

/** What the areas find, and how the box in the header shows it. */
export async function loadHeaderGoals(all: readonly Area[]) {
  const [{ HeaderGoals }, ...areas] = await Promise.all([
    import("./header-goals.tsx"),
    ...all.flatMap(({ palette }) => (palette ? [palette()] : [])),
  ]);
  return { HeaderGoals, areas };
}
