import type { SearchKind } from "@atoll/contract/search/limits";
import { searchKinds } from "@atoll/contract/search/limits";
import type { RequestViewer, SliceContext, SliceSearchSource } from "../../slice.ts";

/** A source in the shared index of entries. */
export type EntrySource = Extract<SliceSearchSource, { isReadable: unknown }>;
/** A source with its own index. */
export type OwnSource = Extract<SliceSearchSource, { find: unknown }>;

/** Returns the kinds that a viewer may find, in the order of the tabs. */
export function sourcesFor({ searchSources }: SliceContext, viewer: RequestViewer) {
  const open = searchKinds.flatMap((kind) =>
    searchSources.filter((source) => source.kind === kind && (source.isOpenTo?.(viewer) ?? true)),
  );
  return {
    kinds: open.map(({ kind }): SearchKind => kind),
    entries: open.filter((source): source is EntrySource => "isReadable" in source),
    own: open.filter((source): source is OwnSource => "find" in source),
    of: new Map(open.map((source) => [source.kind, source])),
  };
}
