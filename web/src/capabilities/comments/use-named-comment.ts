import { useEffect, useRef, useSyncExternalStore } from "react";
import type { CachedComments } from "./cached-comments.ts";

/** How many pages are loaded to find it. Earlier comments have to be expanded by hand. */
const mostPages = 20;

/** The comment's place on the page, and in an address that leads to it. */
export const commentAnchor = (id: string): string => `comment-${id}`;

/**
 * The comment that the address names (`#comment-{id}`), null where it names none: older pages are asked for until it is
 * there, and it is brought into view once.
 */
export function useNamedComment(cached: CachedComments | undefined, loadOlder: () => void): string | null {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const named = hash.startsWith("#comment-") ? hash.slice("#comment-".length) : null;
  const looked = useRef({ named, pages: 0, isShown: false });
  useEffect(() => {
    if (looked.current.named !== named) looked.current = { named, pages: 0, isShown: false };
    const { isShown, pages } = looked.current;
    if (named === null || isShown || !cached) return;
    if (cached.items.some(({ id }) => id === named)) {
      looked.current.isShown = true;
      document.getElementById(commentAnchor(named))?.scrollIntoView({ block: "center" });
    } else if (cached.nextCursor !== null && pages < mostPages) {
      looked.current.pages += 1;
      loadOlder();
    }
  }, [named, cached, loadOlder]);
  return named;
}

function subscribe(onChange: () => void): () => void {
  const names = ["hashchange", "popstate"] as const;
  for (const name of names) addEventListener(name, onChange);
  return () => {
    for (const name of names) removeEventListener(name, onChange);
  };
}
