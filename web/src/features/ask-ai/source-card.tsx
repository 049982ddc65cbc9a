import type { Hit } from "@atoll/contract/search/hit-schemas";
import { ArrowUpRight } from "lucide-react";
import type { MouseEvent } from "react";
import { formatDate } from "../../lib/time/format-date.ts";
import { cx } from "../../ui/base/cx.ts";
import type { SourceParts } from "./source-parts.ts";

export interface SourceCardProps {
  id: string;
  number: number;
  hit: Hit;
  parts: SourceParts;
  /** Its number in the answer was pressed. */
  isShown: boolean;
}

/** A source of an answer: what it is called, what it says, what it is and from when. */
export function SourceCard({ id, number, hit, parts, isShown }: SourceCardProps) {
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    parts.open(hit);
  }
  return (
    <li id={id} className="scroll-my-4">
      <a
        href={hit.link}
        onClick={follow}
        className={cx(
          "flex flex-col gap-1.5 rounded-lg border bg-surface-raised p-3 hover:border-strong",
          isShown && "border-l-[3px] border-l-primary pl-2.5",
        )}
      >
        <span className="flex min-w-0 items-center gap-2">
          <SourceNumber number={number} />
          <span className="min-w-0 flex-1 truncate font-semibold">{parts.name(hit)}</span>
          <ArrowUpRight className="size-3.5 flex-none text-faint" aria-hidden="true" />
        </span>
        {hit.text.text && (
          <span className="line-clamp-3 text-muted text-xs/[18px] wrap-anywhere">
            {parts.quote(hit.text)}
          </span>
        )}
        <span className="flex items-center gap-2 text-faint text-xs">
          <span className="min-w-0 flex-1 truncate">{parts.meta(hit).join(" · ")}</span>
          <time dateTime={hit.at} className="flex-none">
            {formatDate(hit.at)}
          </time>
        </span>
      </a>
    </li>
  );
}

/** The number by which an answer names its source. */
export function SourceNumber({ number }: { number: number }) {
  return (
    <span className="grid size-5 flex-none place-items-center rounded-full bg-primary-soft font-semibold text-2xs text-primary-text tabular-nums">
      {number}
    </span>
  );
}
