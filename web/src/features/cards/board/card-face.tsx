import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { Pin, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { asText, formatMoney } from "../../../capabilities/fields/field-words.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { formatAge } from "../../../lib/time/format-age.ts";
import { formatDate } from "../../../lib/time/format-date.ts";
import { formatWallDate } from "../../../lib/time/format-wall.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { cardValue, isStalled, stageOf, toneOf } from "../data/words.ts";
import { SilencedBadge } from "../monitoring/silenced.tsx";
import { SpentBar } from "../spent-bar.tsx";

/** A card on the board: its name, one line, value, and when something is due. */
export function CardFace({
  card,
  type,
  now,
  title,
}: {
  card: Card;
  type: CardType;
  now: Date;
  /** The name as a link. */
  title: ReactNode;
}) {
  const value = cardValue(type, card);
  const { line, badge } = type.options.layout;
  const words = line ? asText(card.data[line]) : "";
  const mark = badge ? asText(card.data[badge]) : "";
  return (
    <div className="flex flex-col gap-1 px-3 py-2.5">
      <h3 className="line-clamp-2 font-semibold text-sm">{title}</h3>
      {words !== "" && <p className="truncate text-muted text-xs">{words}</p>}
      {card.reason !== "" && (
        <p className="truncate text-muted text-xs">
          {stageOf(type, card)?.name}: {card.reason}
        </p>
      )}
      <SpentBar card={card} type={type} />
      <div className="flex min-h-6 items-end gap-2 whitespace-nowrap text-xs">
        {/* In a narrow column the day goes below the value, and neither is cut. */}
        <div className="flex min-h-5 min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5">
          {mark !== "" && <Badge tone={toneOf(mark)}>{mark}</Badge>}
          <SilencedBadge card={card} />
          {value && <span className="font-medium tabular-nums">{formatMoney(value)}</span>}
          <When card={card} type={type} now={now} />
          {card.isPinned && <Pin aria-label="Pinned" className="size-3 flex-none text-faint" />}
        </div>
        {card.owner && (
          <span className="flex-none">
            <PersonAvatar person={card.owner} size={20} />
          </span>
        )}
      </div>
    </div>
  );
}

/** When a card is due, how long it has been there, or that nothing happens to it. */
export function When({ card, type, now }: { card: Card; type: CardType; now: Date }) {
  const isOpen = stageOf(type, card)?.kind === "open";
  if (!isOpen) return <span className="truncate text-faint">{formatDate(card.stageSince, now)}</span>;
  if (card.dueOn !== null) {
    const today = dayOf(now);
    const isLate = card.dueOn < today;
    const day = card.dueOn === today ? "Due today" : formatWallDate(card.dueOn, now);
    return (
      <span
        className={cx(
          "truncate",
          isLate || card.dueOn === today ? "font-medium text-danger-text" : "text-faint",
        )}
      >
        {isLate ? `Late, ${day}` : day}
      </span>
    );
  }
  if (isStalled(type, card, now)) {
    return (
      <span className="flex items-center gap-1 font-medium text-warning-text">
        <TriangleAlert className="size-3" /> Stalled
      </span>
    );
  }
  return <span className="truncate text-faint">{formatAge(card.updatedAt, now)}</span>;
}
