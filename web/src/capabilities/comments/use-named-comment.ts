import { isUuid } from "@atoll/contract/uuid";
import { useEffect, useRef } from "react";
import { useHash } from "../../lib/page/use-hash.ts";
import type { CachedComments } from "./cached-comments.ts";

/** How many pages are loaded to find it. Earlier comments have to be expanded by hand. */
const mostPages = 20;

/** The comment's place on the page, and in an address that leads to it. */
export const commentAnchor = (id: string): string => `comment-${id}`;

const named = /^#comment-(.{36})(?:-in-(.{36}))?$/;

/** Pure: the comment that a fragment names, and the thing it is about; null: the page has comments on one thing alone. */
export function readCommentHash(hash: string): { id: string; subjectId: string | null } | null {
  const found = named.exec(hash);
  const [, id = "", subjectId = null] = found ?? [];
  return isUuid(id) && (subjectId === null || isUuid(subjectId)) ? { id, subjectId } : null;
}

/** Returns the address of a comment on the page that is open. */
export function commentAddress(id: string, subjectId: string): string {
  return `${location.pathname}${location.search}#${commentAnchor(id)}-in-${subjectId}`;
}

/**
 * The comment on a thing that the address names (`#comment-{id}`), null where it names none: older pages are asked for
 * until it is there, and it is brought into view once. `isMissing` once all pages are loaded without it.
 */
export function useNamedComment(
  subjectId: string,
  cached: CachedComments | undefined,
  loadOlder: () => void,
): { named: string | null; isMissing: boolean } {
  const found = readCommentHash(useHash());
  const id = found && (found.subjectId ?? subjectId) === subjectId ? found.id : null;
  const looked = useRef({ id, pages: 0, isShown: false });
  useEffect(() => {
    if (looked.current.id !== id) looked.current = { id, pages: 0, isShown: false };
    const { isShown, pages } = looked.current;
    if (id === null || isShown || !cached) return;
    if (cached.items.some((comment) => comment.id === id)) {
      looked.current.isShown = true;
      document.getElementById(commentAnchor(id))?.scrollIntoView({ block: "center" });
    } else if (cached.nextCursor !== null && pages < mostPages) {
      looked.current.pages += 1;
      loadOlder();
    }
  }, [id, cached, loadOlder]);
  const isThere = id === null || cached?.items.some((comment) => comment.id === id);
  // A fragment without a thing may mean another list of the page.
  const isMissing = found?.subjectId === subjectId && cached?.nextCursor === null && !isThere;
  return { named: id, isMissing };
}
