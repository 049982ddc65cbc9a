import type { SearchAnswer } from "@atoll/contract/search/question-schemas";
import { Button } from "../../../ui/button/button.tsx";

export interface FallbackNoticeProps {
  query: string;
  answer: Pick<SearchAnswer, "didYouMean" | "fallback" | "items">;
  /** Makes the correction the search. */
  onCorrect: (query: string) => void;
  /** Leaves the other results away. */
  onExact: () => void;
}

/** Says why these results are not those of the words as typed, with the way back to them. */
export function FallbackNotice({ query, answer, onCorrect, onExact }: FallbackNoticeProps) {
  const { didYouMean, fallback, items } = answer;
  const isCorrection = fallback?.by === "correction" && didYouMean !== null;
  return (
    <div
      className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border bg-surface-sunken py-1.5 pr-1.5 pl-3"
      role="status"
    >
      <p className="min-w-0 flex-1 wrap-anywhere max-md:basis-full">
        {items.length > 0 ? "Few results have all the words." : `No results found for "${query}".`}{" "}
        {isCorrection ? (
          <>
            Showing results for <strong className="font-semibold">{didYouMean.query}</strong>.
          </>
        ) : (
          "These have most of the words."
        )}
      </p>
      {isCorrection && (
        <Button onClick={() => onCorrect(didYouMean.query)} size="sm" variant="ghost">
          Search for this
        </Button>
      )}
      <Button onClick={onExact} size="sm" variant="ghost">
        Only my words
      </Button>
    </div>
  );
}
