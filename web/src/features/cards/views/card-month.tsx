import type { Card } from "@atoll/contract/cards/schemas";
import { formatWallDate } from "../../../lib/time/format-wall.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Popover } from "../../../ui/popup/popover.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { useCardsIn } from "../data/api.ts";
import { addDays, mondayOf, monthOf } from "../data/days.ts";
import { CardLink, type Opening } from "./card-link.tsx";
import { type CardSpanProps, SpanHead } from "./span-head.tsx";

const weeks = 6;
const shownADay = 3;
const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** The cards of a section by the day they are due, a month at a time. On a phone, a list of days. */
export function CardMonth({ type, filter, day, onDay, opening }: CardSpanProps) {
  const today = dayOf(useNow());
  const month = monthOf(day || today);
  const first = mondayOf(month);
  const days = Array.from({ length: weeks * 7 }, (_, at) => addDays(first, at));
  const query = useCardsIn(type, filter, { from: first, until: days.at(-1) ?? first });
  const ofDay = (one: string) => (query.data?.items ?? []).filter(({ dueOn }) => dueOn === one);
  const label = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(month),
  );
  return (
    <div>
      <SpanHead
        label={label}
        onToday={() => onDay("")}
        onBack={() => onDay(monthOf(month, -1))}
        onForth={() => onDay(monthOf(month, 1))}
      />
      {!query.data && query.error && <LoadState query={query} failure="Failed to load the cards" />}
      <div className="overflow-hidden rounded-lg border bg-surface-raised shadow-1">
        <div aria-hidden="true" className="grid grid-cols-7 border-b bg-surface-sunken max-md:hidden">
          {weekdays.map((name) => (
            <p key={name} className="px-2 py-2 font-semibold text-2xs">
              {name}
            </p>
          ))}
        </div>
        <ol className="grid grid-cols-7 max-md:grid-cols-1">
          {days.map((one) => {
            const cards = ofDay(one);
            const isOutside = one.slice(0, 7) !== month.slice(0, 7);
            return (
              <li
                key={one}
                className={cx(
                  "min-h-24 min-w-0 border-r border-b p-1.5 [&:nth-child(7n)]:border-r-0",
                  isOutside && "bg-surface-sunken max-md:hidden",
                  cards.length === 0 && "max-md:hidden",
                )}
              >
                <p
                  className={cx(
                    "mb-1 px-1 text-xs tabular-nums",
                    one === today ? "font-semibold" : "text-muted",
                  )}
                >
                  <span
                    className={cx(
                      one === today && "rounded-full bg-highlight px-1.5 py-0.5 text-highlight-contrast",
                    )}
                  >
                    {Number(one.slice(8))}
                  </span>
                  <span className="md:sr-only"> {formatWallDate(one)}</span>
                </p>
                <ul className="flex flex-col gap-1">
                  {cards.slice(0, shownADay).map((card) => (
                    <Chip key={card.id} card={card} opening={opening} />
                  ))}
                </ul>
                {cards.length > shownADay && <MoreOfDay day={one} cards={cards} opening={opening} />}
              </li>
            );
          })}
        </ol>
      </div>
      {query.data &&
        days.every((one) => one.slice(0, 7) !== month.slice(0, 7) || ofDay(one).length === 0) && (
          <p className="mt-3 text-muted text-sm">Nothing has a date in this month.</p>
        )}
    </div>
  );
}

/** Opens all cards of a day that has more than fit. */
function MoreOfDay({ day, cards, opening }: { day: string; cards: readonly Card[]; opening: Opening }) {
  const hidden = cards.length - shownADay;
  return (
    <Popover
      label={formatWallDate(day)}
      className="w-[280px]"
      trigger={
        <button
          type="button"
          aria-label={`${hidden} more on ${formatWallDate(day)}`}
          className="rounded-xs px-1 text-muted text-xs hover:underline max-md:min-h-9"
        >
          {hidden} more
        </button>
      }
    >
      {(close) => (
        <ul className="flex max-h-[min(320px,50vh)] flex-col gap-1 overflow-y-auto">
          {cards.map((card) => (
            <Chip
              key={card.id}
              card={card}
              opening={{
                ...opening,
                onOpen(cardId) {
                  close();
                  opening.onOpen(cardId);
                },
              }}
            />
          ))}
        </ul>
      )}
    </Popover>
  );
}

function Chip({ card, opening }: { card: Card; opening: Opening }) {
  return (
    <li className="min-w-0">
      <CardLink
        cardId={card.id}
        opening={opening}
        className="block truncate rounded-xs border-dept border-l-[3px] bg-dept-soft px-1.5 text-xs leading-5 hover:underline max-md:leading-9"
      >
        {card.title}
      </CardLink>
    </li>
  );
}
