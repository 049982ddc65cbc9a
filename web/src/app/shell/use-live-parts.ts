import { getRouteApi } from "@tanstack/react-router";
import type { LiveParts } from "../area.ts";

const route = getRouteApi("/workspace");

/** Returns the areas' code that runs while a person is signed in. */
export function useLiveParts(): readonly LiveParts[] {
  return route.useLoaderData();
}
