import type { Turn } from "@atoll/contract/ask-ai/schemas";
import { SourceCard } from "./source-card.tsx";
import type { SourceParts } from "./source-parts.ts";

/** The id of a source's card in the page. */
export const sourceId = (number: number) => `source-${number}`;

/** The passages of an answer, as they open. */
export function Sources({
  turn,
  parts,
  shown,
}: {
  turn: Turn;
  parts: SourceParts;
  shown: number | undefined;
}) {
  return (
    <section aria-label="Sources" className="flex flex-col gap-2">
      <h2 className="px-2 font-semibold text-muted text-xs">Sources ({turn.passages.length})</h2>
      <ol className="flex flex-col gap-2">
        {turn.passages.map((hit, index) => (
          <SourceCard
            key={`${hit.kind}/${hit.id}`}
            id={sourceId(index + 1)}
            number={index + 1}
            hit={hit}
            parts={parts}
            isShown={shown === index + 1}
          />
        ))}
      </ol>
    </section>
  );
}
