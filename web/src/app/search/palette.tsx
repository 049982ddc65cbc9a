import { Search } from "lucide-react";
import { noteOpened } from "../../features/search/data/api.ts";
import { useSuggestedHits } from "../../features/search/data/suggestions.ts";
import { HitMark } from "../../features/search/results/hit-mark.tsx";
import { hitName, metaOf } from "../../features/search/results/hit-words.ts";
import type { AreaGoalsProps } from "../palette/goal.ts";
import { useOpenHit } from "./use-open-hit.tsx";

/** The way to all results, and under it what the server finds for the text. */
export function SearchGoals({ text, onGo, onClose, children }: AreaGoalsProps) {
  const { hits, isSearching, error } = useSuggestedHits(text);
  const open = useOpenHit();
  const q = text.trim();
  const all = {
    id: "search everything",
    label: `Search everything for "${q}"`,
    mark: <Search className="size-4 text-faint" />,
    isLast: true as const,
    run: () => onGo(`/search?${new URLSearchParams({ q })}`),
  };
  return children({
    found: [],
    places: [],
    actions: [],
    later: [
      {
        title: "Everything",
        goals: [
          ...(q === "" ? [] : [all]),
          ...hits.map((hit) => ({
            id: hit.id,
            label: hitName(hit),
            note: metaOf(hit, () => undefined).join(" · "),
            mark: <HitMark hit={hit} />,
            run() {
              noteOpened(hit);
              onClose();
              open(hit);
            },
          })),
        ],
      },
    ],
    error,
    isSearching,
  });
}
