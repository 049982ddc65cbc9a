import { getRouteApi } from "@tanstack/react-router";
import type { Area } from "./area.ts";

const route = getRouteApi("__root__");

/** Returns the areas of all slices, in the order of the navigation. */
export function useAreas(): readonly Area[] {
  return route.useRouteContext({ select: ({ areas }) => areas });
}
