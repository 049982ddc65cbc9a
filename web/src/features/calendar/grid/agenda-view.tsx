import { Button } from "../../../ui/button/button.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { dayWords } from "../time/day-words.ts";
import { ItemRows } from "./day-list.tsx";
import { itemsOn } from "./items-on.ts";
import type { ViewProps } from "./view-props.ts";

/** The coming weeks as a list, day after day; days with nothing on them are left out. */
export function AgendaView({ day, days, items, now, onOpen, onAdd }: ViewProps) {
  const all = days.map((day) => ({ day, here: itemsOn(items, day) })).filter(({ here }) => here.length > 0);
  if (all.length === 0)
    return (
      <EmptyState
        action={<Button onClick={() => onAdd(day, 9 * 60)}>New Event</Button>}
        drawing="events"
        title="Nothing planned in these four weeks."
      />
    );
  return (
    <div className="mx-auto flex w-full max-w-[760px] flex-col gap-4">
      {all.map(({ day, here }) => (
        <section aria-label={dayWords(day, "long")} key={day}>
          <h2 className="flex items-center gap-2 pb-2 font-semibold">
            {day === now.day && <span className="cal-sun px-2 text-2xs">Today</span>}
            {dayWords(day, "long")}
          </h2>
          <ItemRows items={here} onOpen={onOpen} />
        </section>
      ))}
    </div>
  );
}
