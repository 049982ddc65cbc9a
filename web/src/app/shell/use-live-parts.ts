import { getRouteApi } from "@tanstack/react-router";
import type { LiveParts } from "../area.ts";

const route = getRouteApi("/workspace");

/** What the areas keep alive while somebody is signed in. */
export function useLiveParts(): readonly LiveParts[] {
  return route.useLoaderData();
}
