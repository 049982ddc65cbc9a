import type { CardType } from "@atoll/contract/cards/schemas";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import type { CardFilter } from "../data/filter.ts";
import type { Opening } from "./card-link.tsx";

/** A view of a section over a span of days. `day`: one of the days shown, empty for today. */
export interface CardSpanProps {
  type: CardType;
  filter: CardFilter;
  day: string;
  onDay: (day: string) => void;
  opening: Opening;
}

/** Today, back and forth over the part of a calendar that is shown. */
export function SpanHead({
  label,
  onToday,
  onBack,
  onForth,
}: {
  label: string;
  onToday: () => void;
  onBack: () => void;
  onForth: () => void;
}) {
  return (
    <div className="mb-3 flex flex-none items-center gap-2">
      <Button onClick={onToday}>Today</Button>
      <IconButton icon={ChevronLeft} label="Earlier" onClick={onBack} />
      <IconButton icon={ChevronRight} label="Later" onClick={onForth} />
      <p aria-live="polite" className="font-medium text-sm">
        {label}
      </p>
    </div>
  );
}
