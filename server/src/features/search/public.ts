import type { FoundThing } from "../../platform/search/search-sources.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import { findReadableEntries } from "./entry-rights.ts";
import { sourcesFor } from "./sources.ts";
import { nothingAsked } from "./typed-words.ts";

export { findText } from "./everywhere/search-everywhere.ts";
export { type ForgetOptions, forgetWords, queueWords, queueWordsOf } from "./forget-words.ts";
export { findPassages } from "./passages/find-passages.ts";
export { canReadAll, type Passage, presentPassages, shortenPassage } from "./passages/present-passages.ts";
export { createSearchRunner } from "./run-search.ts";
export { nothingAsked } from "./typed-words.ts";

/**
 * Returns the titles and links of things in the index whose IDs the viewer knows, keyed by `<kind>/<id>`. Missing and
 * unreadable things are left out.
 */
export async function readableThings(
  context: SliceContext,
  viewer: RequestViewer,
  things: readonly { kind: string; id: string }[],
): Promise<ReadonlyMap<string, FoundThing>> {
  const { db } = context;
  const { entries, of } = sourcesFor(context, viewer);
  const found = new Map<string, FoundThing>();
  const readable = await findReadableEntries(context, db, viewer, entries, things);
  for (const [kind, ofKind] of Map.groupBy(readable, (one) => one.kind)) {
    const ids = ofKind.map(({ id }) => id);
    for (const [id, thing] of (await of.get(kind)?.present(context, db, viewer, ids, nothingAsked)) ?? [])
      found.set(`${kind}/${id}`, thing);
  }
  return found;
}
