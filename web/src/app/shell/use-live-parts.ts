import { getRouteApi } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";

const route = getRouteApi("/workspace");

export interface LiveParts {
  /** Stands around the frame as long as somebody is signed in. */
  Session: ComponentType<{ children: ReactNode }>;
  /** The counts next to places in the navigation, by path. */
  counts: Readonly<Record<string, ComponentType>>;
}

/** Returns the areas' code that runs while a person is signed in. */
export function useLiveParts(): readonly [chat: LiveParts, others: LiveParts] {
  return route.useLoaderData();
}
