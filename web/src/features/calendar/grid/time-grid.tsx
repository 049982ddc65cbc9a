import { memo, useLayoutEffect, useMemo, useRef } from "react";
import { cx } from "../../../ui/base/cx.ts";
import { barsOver } from "../layout/bars.ts";
import { isBar, piecesOf } from "../layout/day-pieces.ts";
import { sideBySide } from "../layout/side-by-side.ts";
import { dayWords, timeWords } from "../time/day-words.ts";
import { dayMinutes } from "../time/wall.ts";
import { DayColumn } from "./day-column.tsx";
import { ItemButton } from "./item-button.tsx";
import { ghostOf, isOff, isPast, type ViewProps, withDragged } from "./view-props.ts";

/** The height of an hour in pixels. */
const hourPx = 56;
const hours = Array.from({ length: 23 }, (_, index) => index + 1);

/**
 * Days in columns with their hours: a week, or one day. Only the days that a dragged item is over receive it, so that no
 * others render again as it moves.
 */
export function TimeGrid({ hasHead, dragged, ...view }: ViewProps & { hasHead: boolean }) {
  const { days, items, workingHours } = view;
  const beginsAt = Math.min(...workingHours.flatMap((day) => day?.from ?? []), 9 * 60);
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Scroll to the start of the working day, with a little space above.
    if (body.current) body.current.scrollTop = (beginsAt / 60 - 1) * hourPx - 12;
  }, [beginsAt]);
  const template = useMemo(() => {
    // Days without work are narrower, as the design draws weekends.
    const columns = days.map((day) =>
      days.length > 1 && isOff(day, workingHours) ? "minmax(0, .6fr)" : "minmax(0, 1fr)",
    );
    return { gridTemplateColumns: `50px ${columns.join(" ")}` };
  }, [days, workingHours]);
  const placed = useMemo(() => days.map((day) => sideBySide(piecesOf(items, day))), [days, items]);
  const isEmpty = placed.every((pieces) => pieces.length === 0);
  const ghost = dragged && ghostOf(dragged);
  const isBarDragged =
    ghost !== undefined && (isBar(ghost) || (dragged?.item !== undefined && isBar(dragged.item)));
  return (
    <section
      aria-label={days.length > 1 ? "Week" : "Day"}
      className="flex min-h-[480px] flex-1 flex-col max-md:h-[594px] max-md:flex-none overflow-hidden rounded-lg border bg-surface-raised shadow-1"
    >
      {hasHead && <Head {...view} template={template} />}
      <AllDay {...view} dragged={isBarDragged ? dragged : undefined} template={template} />
      {/* The keyboard scrolls it by way of its events; where there are none, by itself. */}
      <div
        className="relative min-h-0 flex-1 scroll-body overscroll-contain"
        ref={body}
        {...(isEmpty && { role: "group", "aria-label": "Hours", tabIndex: 0 })}
      >
        <div className="relative grid" data-cal-surface="hours" style={{ ...template, height: 24 * hourPx }}>
          <HourLabels now={view.now} isNowShown={days.includes(view.now.day)} />
          {days.map((day, column) => (
            <DayColumn
              ghost={ghost && piecesOf([ghost], day)[0]}
              draggedKey={dragged?.item?.key}
              hintId={view.hintId}
              key={day}
              now={view.now}
              onAdd={view.onAdd}
              onOpen={view.onOpen}
              openKey={view.openKey}
              placed={placed[column] ?? []}
              theDay={day}
              workingHours={workingHours}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

interface HourLabelsProps {
  now: ViewProps["now"];
  isNowShown: boolean;
}

const HourLabels = memo(function HourLabels({ now, isNowShown }: HourLabelsProps) {
  const near = (hour: number) => isNowShown && Math.abs(hour * 60 - now.minute) < 20;
  const at = (minute: number) => ({ top: `${(minute / dayMinutes) * 100}%` });
  return (
    <div aria-hidden="true" className="relative">
      {hours
        .filter((hour) => !near(hour))
        .map((hour) => (
          <span
            className="absolute right-1.5 -translate-y-1/2 text-2xs text-faint"
            key={hour}
            style={at(hour * 60)}
          >
            {timeWords({ day: now.day, minute: hour * 60 })}
          </span>
        ))}
      {isNowShown && (
        <span
          className="absolute right-1 -translate-y-1/2 rounded-xs bg-highlight px-1 font-semibold text-2xs text-highlight-contrast"
          style={at(now.minute)}
        >
          {timeWords(now)}
        </span>
      )}
    </div>
  );
});

type RowProps = Omit<ViewProps, "dragged"> & { template: { gridTemplateColumns: string } };

const Head = memo(function Head({ days, now, onGo, template }: RowProps) {
  return (
    <div className="grid flex-none scroll-head border-b bg-surface-sunken" style={template}>
      <span />
      {days.map((day) => (
        <button
          aria-current={day === now.day ? "date" : undefined}
          data-cal-head=""
          className="flex h-9 items-center gap-1.5 px-2 font-semibold text-2xs text-faint hover:bg-surface-hover"
          key={day}
          onClick={() => onGo(day, "day")}
          type="button"
        >
          <span className="sr-only">{dayWords(day, "long")}</span>
          <span aria-hidden="true" className="contents">
            {dayWords(day, "short")}
            <b className={cx("font-medium text-md text-text", day === now.day && "cal-sun")}>
              {Number(day.slice(8))}
            </b>
          </span>
        </button>
      ))}
    </div>
  );
});

const AllDay = memo(function AllDay({ template, ...view }: RowProps & Pick<ViewProps, "dragged">) {
  const { days, now, openKey, dragged, hintId, onOpen, onAdd, workingHours } = view;
  const bars = barsOver(withDragged(view.items, dragged), days);
  return (
    <div
      className="relative grid max-h-[132px] flex-none scroll-body border-b border-strong"
      data-cal-surface="days"
      style={template}
    >
      <span className="py-1.5 pr-1.5 text-right text-2xs text-faint">All day</span>
      {days.map((day, column) => (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: keys have N
        <div
          className={cx(
            "min-h-7 border-l",
            isOff(day, workingHours) && "cal-off",
            day === now.day && "cal-today",
          )}
          data-cal-day={day}
          key={day}
          onClick={() => onAdd(day)}
          style={{
            gridColumn: column + 2,
            gridRow: `1 / ${Math.max(2, ...bars.map(({ lane }) => lane + 2))}`,
          }}
        />
      ))}
      {bars.map(({ item, first, last, lane, isCut }) => (
        <ItemButton
          className={cx(
            "mx-[3px] my-1 h-5 items-center px-2 max-md:h-8",
            isCut.left && "ml-0 rounded-l-none",
            isCut.right && "mr-0 rounded-r-none",
          )}
          hintId={hintId}
          isBar
          isOpen={item.key === openKey || item.key === (dragged?.item?.key ?? (dragged ? "new" : ""))}
          isPast={isPast(item, now)}
          item={item}
          key={item.key}
          onOpen={onOpen}
          style={{ gridColumn: `${first + 2} / ${last + 3}`, gridRow: lane + 1 }}
        >
          <span className="truncate">{item.title}</span>
        </ItemButton>
      ))}
    </div>
  );
});
