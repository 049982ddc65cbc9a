import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { useEffect, useState } from "react";
import { markRead } from "../data/api.ts";
import type { SinceRead } from "./what-changed.tsx";

/**
 * Notes that the article was opened. Answers the earlier version that the reader knows, while they look at a newer one:
 * it stays until they leave the page, although this version counts as read from now on.
 */
export function useSinceRead(article: OpenArticle): SinceRead | null {
  const { id, version, state, lastRead } = article;
  const [before, setBefore] = useState(lastRead);
  useEffect(() => {
    if (state !== "published" || version === null || document.visibilityState !== "visible") return;
    markRead(id)
      .then((read) => setBefore((known) => known ?? read))
      // Nobody is bothered with it: it is noted the next time.
      .catch(() => undefined);
  }, [id, version, state]);
  if (version === null || !before || before.version >= version) return null;
  return { version: before.version, readAt: before.readAt };
}
