import type { ArticleKind } from "./limits.ts";

/** Where an article opens in the workspace. */
export function articleLink({ kind, id }: { kind: ArticleKind; id: string }): string {
  if (kind === "faq") return `/knowledge-base/faq?answer=${id}`;
  return `/knowledge-base/${kind === "sop" ? "sop" : "articles"}/${id}`;
}

/** Where discarded drafts are restored. */
export const deletedDraftsLink = "/knowledge-base/articles?show=deleted";

/** Where somebody looks at the draft of an article, and edits or approves it. */
export const draftLink = (id: string): string => `/knowledge-base/articles/${id}?edit=draft`;
