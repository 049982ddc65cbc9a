import { hashKey, type QueryKey } from "@tanstack/react-query";
import { use, useEffect, useEffectEvent, useRef } from "react";
import type { SignedIn } from "../../lib/signed-in.ts";
import { SignedInValue } from "../../lib/use-signed-in.tsx";
import { followQuery, type LiveHandlers } from "./follow-query.ts";

/**
 * Subscribes to events for a key while the screen is mounted, and returns the options for its query. Call it before
 * that query, so that data cached while nobody was listening is refetched. Without handlers it does nothing.
 */
export function useFollowed<Data>(queryKey: QueryKey, on: LiveHandlers<Data> | undefined) {
  const signedIn = use(SignedInValue);
  const key = hashKey(queryKey);
  const isLive = on !== undefined;
  const before = useRef<SignedIn | null>(null);
  const follow = useEffectEvent(() => {
    const isContinued = before.current !== null && before.current !== signedIn;
    before.current = signedIn;
    return signedIn && on ? followQuery(signedIn, queryKey, on, isContinued) : undefined;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash stands for the key, which is another array each time
  useEffect(() => follow(), [signedIn, key, isLive]);
  if (!isLive) return {};
  if (!signedIn) throw new Error("a live query is for screens inside the SignedInProvider");
  return {
    // Events tell when it is old.
    staleTime: Number.POSITIVE_INFINITY,
    // While the connection is away a look at the page is a reason to ask.
    refetchOnWindowFocus: () => (signedIn.realtime.getState() === "connected" ? false : ("always" as const)),
  };
}
