import type { Hit } from "@atoll/contract/search/hit-schemas";
import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { formatDay, formatTime } from "../../../lib/time/format-date.ts";
import { Marked } from "../../../ui/base/marked.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { HitMark } from "../results/hit-mark.tsx";
import { MetaLine } from "../results/hit-row.tsx";
import { hitName, metaOf, type PlaceName, placeOf } from "../results/hit-words.ts";

export interface HitPaneProps {
  hit: Hit;
  placeName: PlaceName;
  onOpen: () => void;
  /** The context of the hit, such as the messages around a message. */
  around?: ReactNode;
}

const openWords: Readonly<Record<Hit["kind"], string>> = {
  message: "Open in chat",
  task: "Open task",
  event: "Open in calendar",
  announcement: "Read it",
  article: "Open page",
  question: "Open question",
  idea: "Open idea",
  board: "Open board",
  card: "Open card",
  comment: "Open comment",
  file: "View file",
  channel: "Open channel",
  person: "Message",
};

/** A hit in its context, next to the list. */
export function HitPane({ hit, placeName, onOpen, around }: HitPaneProps) {
  const isMessage = hit.detail.kind === "message";
  return (
    <aside aria-label="The result in its place" className="flex h-full flex-col bg-surface-sunken">
      <header className="flex flex-none items-center gap-3 border-b px-4 py-3">
        <HitMark hit={hit} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">
            {hit.detail.kind === "message" ? placeOf(hit.detail.channel, placeName) : hitName(hit)}
          </p>
          <p className="truncate text-faint text-xs">{formatDay(hit.at)}</p>
        </div>
        <Button size="sm" icon={ArrowUpRight} onClick={onOpen}>
          {openWords[hit.kind]}
        </Button>
      </header>
      <div className="relative min-h-0 flex-1 overflow-y-auto p-4">
        {around ?? (
          <div className="rounded-lg border bg-surface-raised p-4 shadow-1">
            <p className="font-semibold wrap-anywhere">
              {hit.title.text ? <Marked {...hit.title} /> : hitName(hit)}
              {isMessage && (
                <time className="ml-2 font-regular text-faint text-xs">{formatTime(hit.at)}</time>
              )}
            </p>
            {hit.text.text && (
              <p className="mt-1 whitespace-pre-line text-muted wrap-anywhere">
                <Marked {...hit.text} />
              </p>
            )}
            <div className="mt-2">
              <MetaLine parts={metaOf(hit, placeName)} />
            </div>
          </div>
        )}
      </div>
    </aside>
  );
}
