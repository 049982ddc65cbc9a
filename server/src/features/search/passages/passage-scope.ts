import type { AskScope } from "@atoll/contract/ask-ai/schemas";
import type { RequestViewer, SliceContext } from "../../../slice.ts";
import { tokens } from "../entries/entry-conditions.ts";
import { sourcesFor } from "../sources.ts";

/** Returns the sources of a scope. */
export function sourcesIn(context: SliceContext, viewer: RequestViewer, scope: AskScope) {
  const { entries, own } = sourcesFor(context, viewer);
  if (scope.kind !== "knowledge") return { entries, own };
  return { entries: entries.filter(({ kind }) => kind === "article"), own: [] };
}

/** Returns the index marks that everything in a scope has. */
export function marksOf(scope: AskScope): string[] {
  if (scope.kind === "everything" || scope.kind === "knowledge") return [];
  return tokens(scope.kind === "department" ? "/d" : "/c", [scope.id]);
}

/** Returns a scope in the form for sources with their own index. */
export function scopeOf(scope: AskScope) {
  return {
    channelId: scope.kind === "channel" ? scope.id : undefined,
    departmentId: scope.kind === "department" ? scope.id : undefined,
  };
}
