import type { AskScope } from "@atoll/contract/ask-ai/schemas";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import { tokens } from "./entry-conditions.ts";
import { sourcesFor } from "./sources.ts";

/** The sources of a scope. */
export function sourcesIn(context: SliceContext, viewer: RequestViewer, scope: AskScope) {
  const { entries, own } = sourcesFor(context, viewer);
  if (scope.kind !== "knowledge") return { entries, own };
  return { entries: entries.filter(({ kind }) => kind === "article"), own: [] };
}

/** The marks of the index that everything in a scope has. */
export function marksOf(scope: AskScope): string[] {
  if (scope.kind === "everything" || scope.kind === "knowledge") return [];
  return tokens(scope.kind === "department" ? "/d" : "/c", [scope.id]);
}

/** A scope as sources with an index of their own take it. */
export function scopeOf(scope: AskScope) {
  return {
    channelId: scope.kind === "channel" ? scope.id : undefined,
    departmentId: scope.kind === "department" ? scope.id : undefined,
  };
}
