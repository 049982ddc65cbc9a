import type { Card } from "@atoll/contract/cards/schemas";
import { Snowflake } from "lucide-react";
import { formatWallDate } from "../../../lib/time/format-wall.ts";
import { CardLink, type Opening } from "./card-link.tsx";

/** The freezes of environments, each with its days and zone. */
export function FreezeBand({ cards, opening }: { cards: readonly Card[]; opening: Opening }) {
  if (cards.length === 0) return null;
  return (
    <ul aria-label="Freezes" className="flex flex-col gap-2">
      {cards.map((card) => (
        <li
          key={card.id}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-info bg-info-soft px-4 py-3 text-info-text text-sm"
        >
          <Snowflake aria-hidden="true" className="size-4 flex-none" />
          <CardLink cardId={card.id} opening={opening} className="font-semibold hover:underline">
            {card.title}
          </CardLink>
          <span>
            {String(card.data.environment ?? "")}: {dayWords(card.data.freeze_from)} –{" "}
            {dayWords(card.data.freeze_until)}
            {typeof card.data.zone === "string" && `, days of ${card.data.zone}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function dayWords(day: unknown): string {
  return typeof day === "string" ? formatWallDate(day) : "no day";
}
