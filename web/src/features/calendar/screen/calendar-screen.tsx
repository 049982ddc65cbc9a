import { ChevronLeft, ChevronRight, PanelRight, Plus } from "lucide-react";
import { type ReactNode, useId, useMemo, useState } from "react";
import { AsOf } from "../../../capabilities/offline/seen/as-of.tsx";
import { errorMessage } from "../../../lib/api-client.ts";
import { useShortcut } from "../../../lib/shortcuts.ts";
import { useIsPhone } from "../../../lib/use-is-phone.ts";
import { useNow } from "../../../lib/use-now.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { ownTimeZone } from "../../../lib/wall-time.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { zoneName } from "../../../ui/field/time-zone-field.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { moveEvent } from "../data/changes.ts";
import { keyOf, type Listed } from "../data/items.ts";
import { rangeKey, useRange, useWorkingHours } from "../data/use-calendar.ts";
import { useItems } from "../data/use-items.ts";
import { dragHint, useGridDrag } from "../drag/use-grid-drag.ts";
import { MoveDialog } from "../edit/move-dialog.tsx";
import { NewEvent } from "../edit/new-event.tsx";
import { EventSheet } from "../event/event-sheet.tsx";
import { GridSkeleton } from "../grid/grid-skeleton.tsx";
import { ViewOf } from "../grid/view-of.tsx";
import type { GridItem } from "../layout/item.ts";
import { calendarShortcuts } from "../shortcuts.ts";
import { titleOf } from "../time/day-words.ts";
import { dayMinutes, shiftWall, type WallSpan, wallAt } from "../time/wall.ts";
import { type CalendarView, daysShown, stepFrom, weekNumber } from "../time/weeks.ts";
import "../calendar.css";
import { SideColumn } from "./side-column.tsx";
import { useHiddenCalendars } from "./use-hidden-calendars.ts";

export interface ShownCalendar {
  view: CalendarView;
  /** The day around which is shown; today when the address says none. */
  day: string | undefined;
  /** The event that is open, and which of its times. */
  event: string | undefined;
  occurrence: string | undefined;
  isNew: boolean;
}

export interface CalendarScreenProps {
  shown: ShownCalendar;
  onGo: (change: Partial<ShownCalendar>, replace?: boolean) => void;
  /** The head of the page, of its title and what stands beside and at its right. */
  head: (parts: { title: string; beside: ReactNode; actions: ReactNode }) => ReactNode;
  /** Leads to what the person chooses for their calendar. */
  settings: ReactNode;
}

const views = [
  { value: "month", label: "Month" },
  { value: "week", label: "Week" },
  { value: "day", label: "Day" },
  { value: "agenda", label: "Agenda" },
] as const;

/** The calendar in one of its views, and what is opened or made in it. */
export function CalendarScreen({ shown, onGo, head, settings }: CalendarScreenProps) {
  const signedIn = useSignedIn();
  const isPhone = useIsPhone();
  const hintId = useId();
  const now = wallAt(useNow());
  const [hasSide, setSide] = useState(false);
  const { view } = shown;
  const day = shown.day ?? now.day;
  const days = useMemo(() => daysShown(view, day), [view, day]);
  const { data, error, isFetching, refetch } = useRange(days);
  const workingHours = useWorkingHours();
  const hidden = useHiddenCalendars();
  const { items, find } = useItems(data, hidden.isShown);
  const [begun, setBegun] = useState<{ span: WallSpan; isAllDay: boolean }>();
  const [dropped, setDropped] = useState<{ listed: Listed; span: WallSpan }>();

  function move(item: GridItem, span: WallSpan) {
    const listed = find(item.key);
    if (!listed) return;
    const { event, occurrence } = listed;
    // What others hear of, or what comes again, is asked about first.
    if (!event.mayChange || event.isSeries || event.attendeeCount > 1) setDropped({ listed, span });
    else
      moveEvent(signedIn, event, occurrence, span, "all").catch((failed: unknown) =>
        notify.error(errorMessage(failed, "Failed to move the event")),
      );
  }
  function add(on: string, minute?: number) {
    const from = { day: on, minute: minute ?? 0 };
    const isAllDay = minute === undefined;
    setBegun({ span: { from, to: shiftWall(from, isAllDay ? dayMinutes : 60) }, isAllDay });
  }
  function addSoon() {
    setBegun(soon(now, days.includes(now.day) ? now.day : day));
  }
  const drag = useGridDrag(items, move, (span, isAllDay) => setBegun({ span, isAllDay }));
  const go = (to: string, as?: CalendarView) => onGo({ day: to, ...(as && { view: as }) });
  useCalendarKeys({ view, day, onGo, onAdd: addSoon });
  const made = begun ?? (shown.isNew ? soon(now, day) : undefined);
  const [title, year] = titleOf(view, days, day);
  const held = drag.held ?? (dropped && heldOf(dropped, items));
  const openKey = shown.event && shown.occurrence ? `${shown.event}@${shown.occurrence}` : shown.event;
  return (
    <>
      {head({
        title: `${title} ${year}`,
        beside: (
          <Steps
            detail={
              view === "week" || view === "day"
                ? `Week ${weekNumber(days)} · ${zoneName(ownTimeZone())} time`
                : ""
            }
            onStep={(by) => onGo({ day: stepFrom(view, day, by) })}
            onToday={() => onGo({ day: undefined })}
          />
        ),
        actions: (
          <>
            <Segmented
              label="View"
              onValueChange={(next) => onGo({ view: next })}
              options={views}
              value={view}
            />
            {!isPhone && (
              <IconButton
                icon={PanelRight}
                label="Calendars and months"
                onClick={() => setSide(!hasSide)}
                pressed={hasSide}
              />
            )}
            {isPhone ? (
              <IconButton
                className="ml-auto bg-primary! text-primary-contrast!"
                icon={Plus}
                label="New Event"
                onClick={addSoon}
              />
            ) : (
              <Button icon={Plus} onClick={addSoon} variant="primary">
                New Event
              </Button>
            )}
          </>
        ),
      })}
      <AsOf className="mb-2 flex-none" queryKey={rangeKey(days)} />
      {error && data && (
        <RetryAlert
          className="mb-2"
          message={errorMessage(error, "Failed to load events")}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      <p aria-live="assertive" className="sr-only">
        {drag.spoken}
      </p>
      <p hidden id={hintId}>
        {dragHint}
      </p>
      <div className="flex min-h-0 flex-1 gap-4">
        <div className="flex min-w-0 flex-1 flex-col" ref={drag.root}>
          {data ? (
            <ViewOf
              day={day}
              days={days}
              held={held}
              hintId={hintId}
              items={items}
              isPhone={isPhone}
              now={now}
              onAdd={add}
              onGo={go}
              onOpen={({ key }) => {
                const listed = find(key);
                if (!listed) return;
                const { event, occurrence } = listed;
                onGo({ event: event.id, occurrence: event.isSeries ? occurrence.occurrence : undefined });
              }}
              openKey={openKey}
              view={view}
              workingHours={workingHours}
            />
          ) : error ? (
            <ErrorState
              message={errorMessage(error, "Failed to load events")}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <GridSkeleton />
          )}
        </div>
        {hasSide && !isPhone && (
          <SideColumn
            day={day}
            days={days}
            hidden={hidden}
            onChoose={(to) => onGo({ day: to })}
            settings={settings}
            today={now.day}
          />
        )}
      </div>
      {shown.event && (
        <EventSheet
          eventId={shown.event}
          key={openKey ?? shown.event}
          occurrence={shown.occurrence}
          onClose={() => onGo({ event: undefined, occurrence: undefined }, true)}
        />
      )}
      {made && (
        <NewEvent
          {...made}
          onClose={() => {
            setBegun(undefined);
            if (shown.isNew) onGo({ isNew: false }, true);
          }}
          onOpen={(event) => onGo({ event, occurrence: undefined })}
        />
      )}
      {dropped && <MoveDialog {...dropped} onClose={() => setDropped(undefined)} />}
    </>
  );
}

/** What was dropped stays where it was dropped while it is asked about. */
function heldOf({ listed, span }: { listed: Listed; span: WallSpan }, items: readonly GridItem[]) {
  const item = items.find(({ key }) => key === keyOf(listed));
  return item && ({ kind: "move", item, isAllDay: item.isAllDay, span, by: "keys" } as const);
}

/** An hour of a day: the next that can still begin, or in the morning of another day. */
function soon(now: { day: string; minute: number }, day: string) {
  const minute = day === now.day ? Math.min(23 * 60, Math.ceil((now.minute + 1) / 30) * 30) : 9 * 60;
  const from = { day, minute };
  return { span: { from, to: shiftWall(from, 60) }, isAllDay: false };
}

interface StepsProps {
  detail: string;
  onStep: (by: 1 | -1) => void;
  onToday: () => void;
}

function Steps({ detail, onStep, onToday }: StepsProps) {
  return (
    <div className="flex items-center gap-1.5">
      <IconButton icon={ChevronLeft} label="Earlier" onClick={() => onStep(-1)} size="sm" />
      <IconButton icon={ChevronRight} label="Later" onClick={() => onStep(1)} size="sm" />
      <Button onClick={onToday}>Today</Button>
      {detail && <span className="truncate pl-1 text-muted text-xs max-lg:hidden">{detail}</span>}
    </div>
  );
}

interface CalendarKeys {
  view: CalendarView;
  day: string;
  onGo: CalendarScreenProps["onGo"];
  onAdd: () => void;
}

function useCalendarKeys({ view, day, onGo, onAdd }: CalendarKeys): void {
  useShortcut(calendarShortcuts.add, onAdd);
  useShortcut(calendarShortcuts.today, () => onGo({ day: undefined }));
  useShortcut(calendarShortcuts.next, () => onGo({ day: stepFrom(view, day, 1) }));
  useShortcut(calendarShortcuts.previous, () => onGo({ day: stepFrom(view, day, -1) }));
  useShortcut(calendarShortcuts.month, () => onGo({ view: "month" }));
  useShortcut(calendarShortcuts.week, () => onGo({ view: "week" }));
  useShortcut(calendarShortcuts.day, () => onGo({ view: "day" }));
  useShortcut(calendarShortcuts.agenda, () => onGo({ view: "agenda" }));
}
