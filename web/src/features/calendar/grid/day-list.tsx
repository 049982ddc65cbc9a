import { SquareCheckBig } from "lucide-react";
import { Button } from "../../../ui/button/button.tsx";
import type { GridItem } from "../layout/item.ts";
import { dayWords, spanWords, timeWords } from "../time/day-words.ts";
import { minutesBetween } from "../time/wall.ts";
import { countWords } from "./day-and-count.ts";
import { hueProps } from "./hue.ts";
import { nameOf } from "./item-button.tsx";
import { itemsOn } from "./items-on.ts";
import type { ViewProps } from "./view-props.ts";

/** All of one day, below each other. */
export function DayList({ day, items, onOpen, onAdd }: ViewProps) {
  const here = itemsOn(items, day);
  return (
    <section aria-label={dayWords(day, "long")} className="mt-3">
      <div className="flex items-center gap-2 pb-2">
        <h2 className="flex-1 font-semibold">{dayWords(day, "long")}</h2>
        <span className="text-muted text-xs">{countWords(here)}</span>
      </div>
      {here.length === 0 ? (
        <div className="flex items-center justify-between rounded-lg border bg-surface-raised px-4 py-3 text-muted">
          Nothing on this day.
          <Button onClick={() => onAdd(day, 9 * 60)} size="sm">
            New Event
          </Button>
        </div>
      ) : (
        <ItemRows items={here} onOpen={onOpen} />
      )}
    </section>
  );
}

/** Events as rows of a list: when, its colour, what and where. */
export function ItemRows({
  items,
  onOpen,
}: {
  items: readonly GridItem[];
  onOpen: (item: GridItem) => void;
}) {
  return (
    <ul className="overflow-hidden rounded-lg border bg-surface-raised">
      {items.map((item) => (
        <li className="border-t first:border-t-0" key={item.key}>
          <button
            {...hueProps(item.hue)}
            className="cal-hue flex min-h-12 w-full items-center gap-3 px-4 py-2 text-left hover:bg-surface-hover"
            onClick={() => onOpen(item)}
            type="button"
          >
            <span className="sr-only">{nameOf(item)}</span>
            <span aria-hidden="true" className="contents">
              <span className="w-[46px] flex-none text-faint text-xs">
                {item.isAllDay ? "All day" : timeWords(item.span.from)}
              </span>
              <span className="cal-edge" />
              <span className="min-w-0 flex-1">
                <span
                  className={
                    item.look === "declined" ? "block truncate line-through" : "block truncate font-medium"
                  }
                >
                  {item.isTask && <SquareCheckBig className="-mt-0.5 mr-1.5 inline size-3.5 text-muted" />}
                  {item.title}
                </span>
                <span className="block truncate text-muted text-xs">{detailOf(item)}</span>
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function detailOf({ isAllDay, span, location, look }: GridItem): string {
  const long = minutesBetween(span.from, span.to);
  const length = isAllDay ? "" : long < 90 ? `${long} min` : spanWords(span);
  const undecided = look === "tentative" ? "Not decided" : "";
  return [length, location, undecided].filter((part) => part !== "").join(" · ");
}
