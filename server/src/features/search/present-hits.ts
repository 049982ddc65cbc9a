import type { Hit, MarkedText } from "@atoll/contract/search/hit-schemas";
import { hitTextLength } from "@atoll/contract/search/limits";
import { withoutMarks } from "@atoll/contract/without-marks";
import { sql } from "kysely";
import { createRangeMarker, cutAround } from "../../platform/search/mark-ranges.ts";
import type { Asked, FoundThing, RankedHit } from "../../platform/search/search-sources.ts";
import { shareLoop } from "../../platform/share-loop.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { sourcesFor } from "./sources.ts";

/** Longer titles are hardly read to the end. */
const maxTitleLength = 300;

/** Chooses the part of a text that is shown, and where its marks lie in it. */
type CutText = (text: string, marks: readonly [number, number][]) => MarkedText;

const cutFirstPart: CutText = (text, marks) => cutAround(text, marks, hitTextLength);

/** What was found, as it is shown: in the order of the hits, without what has since been deleted. */
export async function presentHits(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  hits: readonly RankedHit[],
  asked: Asked,
  cutText = cutFirstPart,
): Promise<Hit[]> {
  const { of } = sourcesFor(context, viewer);
  const found = new Map<string, FoundThing>();
  for (const [kind, ofKind] of Map.groupBy(hits, (hit) => hit.kind)) {
    const ids = ofKind.map(({ id }) => id);
    for (const [id, thing] of (await of.get(kind)?.present(context, tx, viewer, ids, asked)) ?? [])
      found.set(`${kind}/${id}`, thing);
  }
  const known = await context.people.of([...found.values()].flatMap(({ personId }) => personId ?? []));
  const departments = await namesOf(
    tx,
    [...found.values()].flatMap(({ departmentIds }) => departmentIds),
  );
  const marksIn = createRangeMarker(asked.terms);
  const giveWay = shareLoop();
  const items: Hit[] = [];
  for (const { kind, id } of hits) {
    const thing = found.get(`${kind}/${id}`);
    if (!thing) continue;
    const text = withoutMarks(thing.text);
    items.push({
      kind,
      id,
      title: cutAround(thing.title, marksIn(thing.title), maxTitleLength),
      text: cutText(text, marksIn(text)),
      at: thing.at,
      person: (thing.personId !== null && known.get(thing.personId)) || null,
      departments: thing.departmentIds.flatMap((one) => departments.get(one) ?? []),
      link: thing.link,
      detail: thing.detail,
    });
    await giveWay();
  }
  return items;
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
