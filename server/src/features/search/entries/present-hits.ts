import type { Hit, MarkedText } from "@atoll/contract/search/hit-schemas";
import { hitTextLength } from "@atoll/contract/search/limits";
import { withoutMarks } from "@atoll/contract/text/without-marks";
import { sql } from "kysely";
import { createRangeMarker, cutAround } from "../../../platform/search/mark-ranges.ts";
import type { Asked, FoundThing, RankedHit } from "../../../platform/search/search-sources.ts";
import { shareLoop } from "../../../platform/turns/share-loop.ts";
import type { RequestViewer, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { sourcesFor } from "../sources.ts";

/** Longer titles are cut. */
const maxTitleLength = 300;

/** Chooses the part of a text to show, with the positions of its highlights. */
export type CutText = (text: string, marks: readonly [number, number][]) => MarkedText;

const cutFirstPart: CutText = (text, marks) => cutAround(text, marks, hitTextLength);

/** Returns the hits for display, in order, without those that have since been deleted. */
export async function presentHits(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  hits: readonly RankedHit[],
  asked: Asked,
): Promise<Hit[]> {
  const [items = []] = await presentHitLists(context, tx, viewer, [{ hits, asked }], cutFirstPart);
  return items.map(({ hit }) => hit);
}

/** A hit for display, and the whole thing that it shows a part of. */
export interface PresentedHit {
  hit: Hit;
  thing: FoundThing;
}

interface HitList {
  hits: readonly RankedHit[];
  asked: Asked;
}

/** Returns the hits of several queries as `presentHits` does, with one query per kind where possible. */
export async function presentHitLists(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  lists: readonly HitList[],
  cutText: CutText,
): Promise<PresentedHit[][]> {
  const found = await findThings(context, tx, viewer, lists);
  const all = found.flatMap((ofList) => [...ofList.values()]);
  const known = await context.people.of(all.flatMap(({ personId }) => personId ?? []));
  const departments = await namesOf(
    tx,
    all.flatMap(({ departmentIds }) => departmentIds),
  );
  const yieldToLoop = shareLoop();
  const shown: PresentedHit[][] = [];
  for (const [number, { hits, asked }] of lists.entries()) {
    const marksIn = createRangeMarker(asked.terms);
    const items: PresentedHit[] = [];
    for (const { kind, id } of hits) {
      const thing = found[number]?.get(`${kind}/${id}`);
      if (!thing) continue;
      const text = withoutMarks(thing.text);
      const hit: Hit = {
        kind,
        id,
        title: cutAround(thing.title, marksIn(thing.title), maxTitleLength),
        text: cutText(text, marksIn(text)),
        tags: (thing.tags ?? []).map((tag) => ({ text: tag, marks: marksIn(tag) })),
        at: thing.at,
        person: (thing.personId !== null && known.get(thing.personId)) || null,
        departments: thing.departmentIds.flatMap((one) => departments.get(one) ?? []),
        link: thing.link,
        detail: thing.detail,
      };
      items.push({ hit, thing });
      await yieldToLoop();
    }
    shown.push(items);
  }
  return shown;
}

/** Returns the things of each list, keyed by `<kind>/<id>`. */
async function findThings(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  lists: readonly HitList[],
): Promise<Map<string, FoundThing>[]> {
  const { of } = sourcesFor(context, viewer);
  const found = lists.map(() => new Map<string, FoundThing>());
  const wanted = lists.flatMap(({ hits, asked }, number) => hits.map((hit) => ({ ...hit, asked, number })));
  // One query per kind; for a kind whose excerpt depends on the words, one per list.
  const groups = Map.groupBy(wanted, ({ kind, number }) =>
    of.get(kind)?.showsByWords ? `${kind}/${number}` : kind,
  );
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    const ids = [...new Set(group.map(({ id }) => id))];
    const things = await of.get(first.kind)?.present(context, tx, viewer, ids, first.asked);
    for (const { kind, id, number } of group) {
      const thing = things?.get(id);
      if (thing) found[number]?.set(`${kind}/${id}`, thing);
    }
  }
  return found;
}

async function namesOf(
  tx: Database,
  ids: readonly string[],
): Promise<Map<string, { id: string; name: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("departments")
    .select(["id", "name"])
    .where(sql<boolean>`id = ANY(${[...new Set(ids)]}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
