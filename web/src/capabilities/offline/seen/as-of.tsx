import type { QueryKey } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { seenOf } from "./seen.ts";

const wordsPart = lazyPart(() => import("./as-of-words.tsx"));

/** Says from when it is what is shown, while it is not the server's. Nothing most of the time. */
export function AsOf({ queryKey, className }: { queryKey: QueryKey; className?: string }) {
  const seen = seenOf(useSignedIn());
  const asOf = useSyncExternalStore(seen.subscribe, () => seen.asOf(queryKey));
  const part = useLazyPart(wordsPart, asOf !== undefined, () => undefined);
  return part && asOf !== undefined ? <part.AsOfWords at={new Date(asOf)} className={className} /> : null;
}
