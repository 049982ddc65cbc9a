import type { Hit } from "@atoll/contract/search/hit-schemas";
import type { ReactNode } from "react";
import { useNow } from "../../../lib/time/use-now.ts";
import type { useOptionList } from "../../../ui/list/use-option-list.ts";
import { hitKey } from "../data/api.ts";
import { HitRow } from "./hit-row.tsx";
import type { PlaceName } from "./hit-words.ts";

export interface HitRowsProps {
  hits: readonly Hit[];
  /** The hits after those, with the notice before them. */
  others: readonly Hit[];
  notice: ReactNode;
  options: ReturnType<typeof useOptionList>;
  isBusy: boolean;
  placeName: PlaceName;
  onOpen: (hit: Hit) => void;
}

/** The hits of a search, and those of a similar one, as one list for the keys of the field. */
export function HitRows({ hits, others, notice, options, isBusy, placeName, onOpen }: HitRowsProps) {
  const now = useNow();
  const row = (hit: Hit, index: number) => {
    const { id, isActive } = options.option(index);
    return (
      <HitRow
        hit={hit}
        id={id}
        isActive={isActive}
        key={hitKey(hit)}
        now={now}
        onOpen={() => onOpen(hit)}
        placeName={placeName}
      />
    );
  };
  return (
    <div aria-busy={isBusy} aria-label="Results" id={options.listId} role="listbox">
      {hits.map(row)}
      {others.length > 0 && (
        <>
          <div className={hits.length > 0 ? "mt-4" : ""} role="presentation">
            {notice}
          </div>
          {others.map((hit, index) => row(hit, hits.length + index))}
        </>
      )}
    </div>
  );
}
