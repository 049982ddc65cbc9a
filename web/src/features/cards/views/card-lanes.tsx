import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { CircleCheck, Clock, Eye, Pencil } from "lucide-react";
import { useRef, useState } from "react";
import { useChanges, useUnsettled } from "../../../capabilities/changes/use-unsettled.ts";
import { formatWallDate } from "../../../lib/time/format-wall.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { cx } from "../../../ui/base/cx.ts";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { useCardsIn } from "../data/api.ts";
import { cardChanges } from "../data/changes.ts";
import { addDays, daysApart, mondayOf, weekNumber } from "../data/days.ts";
import { stageOf } from "../data/words.ts";
import { CardLink, type Opening } from "./card-link.tsx";
import { type CardSpanProps, SpanHead } from "./span-head.tsx";
import { type Bar, stackBars } from "./stack-bars.ts";

const weeks = 4;
const span = weeks * 7;
const rowHeight = 38;

/** A lane for each choice of a field over four weeks. A bar is dragged, or moved by the arrow keys, to other days. */
export function CardLanes({ type, filter, day, onDay, opening }: CardSpanProps) {
  const today = dayOf(useNow());
  const first = mondayOf(day || today);
  const query = useCardsIn(type, filter, { from: first, until: addDays(first, span - 1) });
  const { lane, starts = "" } = type.options.layout;
  const field = type.fields.find(({ name }) => name === lane);
  const unsettled = useUnsettled(cardChanges);
  const cards = (query.data?.items ?? []).map((card): Card => {
    const sets = unsettled.flatMap(({ body }) => (body.about.includes(card.id) ? [body.change.set] : []));
    const dueOn = sets.findLast((set) => set.dueOn !== undefined)?.dueOn;
    const changed = Object.assign({}, card.data, ...sets.map((set) => set.data));
    return { ...card, dueOn: dueOn === undefined ? card.dueOn : dueOn, data: changed };
  });
  const lanes = (field?.options ?? []).map((name) => ({
    name,
    bars: stackBars(
      cards.filter((card) => lane !== undefined && card.data[lane] === name),
      starts,
      first,
      span,
    ),
  }));
  const todayAt = daysApart(first, today);
  return (
    <div className="min-w-0">
      <SpanHead
        label={`${formatWallDate(first)} – ${formatWallDate(addDays(first, span - 1))}`}
        onToday={() => onDay("")}
        onBack={() => onDay(addDays(first, -7))}
        onForth={() => onDay(addDays(first, 7))}
      />
      {!query.data && query.error && <LoadState query={query} failure="Failed to load the cards" />}
      <div className="overflow-x-auto rounded-lg border bg-surface-raised shadow-1">
        <div className="min-w-[860px]">
          <div className="grid grid-cols-[144px_1fr] border-b bg-surface-sunken">
            <p className="px-4 py-3 font-semibold text-2xs">{field?.label}</p>
            <ol className="grid grid-cols-4">
              {Array.from({ length: weeks }, (_, at) => addDays(first, at * 7)).map((monday) => (
                <li key={monday} className="border-l px-2.5 py-2 text-xs">
                  <p className="font-semibold">
                    {formatWallDate(monday)} – {formatWallDate(addDays(monday, 6))}
                  </p>
                  <p className="text-muted">Week {weekNumber(monday)}</p>
                </li>
              ))}
            </ol>
          </div>
          {lanes.map(({ name, bars }) => (
            <section
              key={name}
              aria-label={name}
              className="grid grid-cols-[144px_1fr] border-b last:border-b-0"
            >
              <h2 className="px-4 py-4 font-medium text-sm">{name}</h2>
              <div
                className="relative bg-[linear-gradient(to_right,var(--border)_1px,transparent_1px)] bg-[length:25%_100%]"
                style={{ height: Math.max(1, ...bars.map(({ row }) => row + 1)) * rowHeight + 24 }}
              >
                {todayAt >= 0 && todayAt < span && (
                  <span
                    aria-hidden="true"
                    className="absolute inset-y-0 w-px bg-highlight-bright"
                    style={{ left: `${((todayAt + 0.5) / span) * 100}%` }}
                  />
                )}
                {bars.map((bar) => (
                  <LaneBar key={bar.card.id} bar={bar} type={type} starts={starts} opening={opening} />
                ))}
              </div>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

const icons = { draft: Pencil, in_review: Eye, scheduled: Clock, live: CircleCheck } as const;
const looks: Record<string, string> = {
  draft: "border-border-control bg-surface-raised",
  in_review: "border-dept border-l-[3px] bg-surface-raised",
  scheduled: "border-transparent border-l-[3px] border-l-dept bg-dept-soft",
  live: "border-transparent border-l-[3px] border-l-dept bg-dept-soft font-semibold",
};

function LaneBar({
  bar,
  type,
  starts,
  opening,
}: {
  bar: Bar;
  type: CardType;
  starts: string;
  opening: Opening;
}) {
  const queue = useChanges(cardChanges);
  const dragged = useRef<{ x: number; dayWidth: number }>(undefined);
  const [shift, setShift] = useState(0);
  const { card, from, length, row } = bar;
  const Icon = icons[card.stage as keyof typeof icons] ?? Pencil;

  /** Only the days change: the time of day stays what it was. */
  function move(days: number): void {
    setShift(0);
    if (days === 0) return;
    const start = card.data[starts];
    queue.change({
      about: [card.id],
      title: card.title,
      said: `${card.title} moved by ${Math.abs(days)} ${Math.abs(days) === 1 ? "day" : "days"}`,
      change: {
        act: "change",
        set: {
          ...(card.dueOn && { dueOn: addDays(card.dueOn, days) }),
          ...(typeof start === "string" && { data: { [starts]: addDays(start, days) } }),
        },
      },
    });
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link inside takes the keys, the box the pointer.
    <div
      className={cx(
        "absolute flex h-8 touch-none items-center gap-1.5 overflow-hidden rounded-sm border px-2 text-xs",
        looks[card.stage] ?? looks.draft,
        shift !== 0 && "z-10 shadow-3",
      )}
      style={{
        left: `${((from + shift) / span) * 100}%`,
        width: `calc(${(length / span) * 100}% - 4px)`,
        top: 12 + row * rowHeight,
      }}
      onPointerDown={(event) => {
        const width = event.currentTarget.parentElement?.clientWidth ?? 0;
        dragged.current = { x: event.clientX, dayWidth: width / span };
      }}
      onPointerMove={(event) => {
        if (!dragged.current) return;
        const days = Math.round((event.clientX - dragged.current.x) / dragged.current.dayWidth);
        if (days !== shift) {
          event.currentTarget.setPointerCapture(event.pointerId);
          setShift(days);
        }
      }}
      onPointerUp={() => {
        dragged.current = undefined;
        move(shift);
      }}
      onPointerCancel={() => {
        dragged.current = undefined;
        setShift(0);
      }}
      onClickCapture={(event) => {
        if (shift !== 0) event.preventDefault();
      }}
      onKeyDown={(event) => {
        if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
        event.preventDefault();
        move(event.key === "ArrowLeft" ? -1 : 1);
      }}
    >
      <Icon aria-hidden="true" className="size-3.5 flex-none" />
      <CardLink cardId={card.id} opening={opening} className="truncate hover:underline">
        {card.title}
        <span className="sr-only">
          , {stageOf(type, card)?.name}. The left and right arrow keys move it by a day.
        </span>
      </CardLink>
    </div>
  );
}
