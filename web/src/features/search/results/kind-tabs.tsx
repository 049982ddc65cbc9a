import { maxCountedHits, type SearchKind, searchKinds } from "@atoll/contract/search/limits";
import type { SearchAnswer } from "@atoll/contract/search/question-schemas";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { kinds } from "../data/kinds.ts";

export interface KindTabsProps {
  shown: SearchKind | undefined;
  onChange: (kind: SearchKind | undefined) => void;
  /** The result with the counts. There is only the shown tab until it arrives. */
  answer: SearchAnswer | undefined;
  /** Leaves zeros away, for a list of other results below: "All 0" above it would read as an error. */
  hidesZeros?: boolean;
}

const everything = "all";

/** The kinds that have hits, with a count for each. The shown one stays when it has none. */
export function KindTabs({ shown, onChange, answer, hidesZeros = false }: KindTabsProps) {
  const all = answer?.counts ?? searchKinds.map((kind) => ({ kind, count: undefined, isMore: false }));
  const counts = all.filter(({ kind, count = 0 }) => count > 0 || kind === shown);
  const shownCount = ({ count, isMore }: { count: number | undefined; isMore: boolean }) => ({
    ...(count !== undefined &&
      !(hidesZeros && count === 0) && { count: isMore ? maxCountedHits + 1 : count }),
    maxCount: maxCountedHits,
  });
  return (
    <Tabs
      label="Kinds of results"
      // On a phone the row goes on to the edge of the screen, as the filters below it do.
      className="max-md:-mx-4 max-md:[&>[role=tablist]]:px-4"
      value={shown ?? everything}
      onValueChange={(value) => onChange(searchKinds.find((kind) => kind === value))}
      tabs={[
        { value: everything, label: "All", ...shownCount(totalOf(answer)) },
        ...counts.map(({ kind, ...one }) => ({ value: kind, label: kinds[kind].many, ...shownCount(one) })),
      ]}
    />
  );
}

/** Returns the total for all kinds, whichever is shown. */
function totalOf(answer: SearchAnswer | undefined): { count: number | undefined; isMore: boolean } {
  if (!answer) return { count: undefined, isMore: false };
  const count = answer.counts.reduce((sum, one) => sum + one.count, 0);
  return { count, isMore: count > maxCountedHits || answer.counts.some(({ isMore }) => isMore) };
}
