import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, useId, useMemo, useState } from "react";
import { AsOf } from "../../../capabilities/offline/seen/as-of.tsx";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { weekNumber } from "../../../lib/time/weeks.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { zoneCity } from "../../../ui/field/dates/time-zone-field.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { moveEvent } from "../changes/changes.ts";
import { useShownRange } from "../changes/use-shown.ts";
import { keyOf, type Listed } from "../data/items.ts";
import { rangeKey, useRange, useWorkingHours } from "../data/use-calendar.ts";
import { useItems } from "../data/use-items.ts";
import { useGridDrag } from "../drag/use-grid-drag.ts";
import { MoveDialog } from "../edit/move-dialog.tsx";
import { NewEvent } from "../edit/new-event.tsx";
import { EventSheet } from "../event/event-sheet.tsx";
import { GridSkeleton } from "../grid/grid-skeleton.tsx";
import type { GridItem } from "../layout/item.ts";
import { titleOf } from "../time/day-words.ts";
import { type WallSpan, wallAt } from "../time/wall.ts";
import { type CalendarView, daysShown, stepFrom } from "../time/weeks.ts";
import "../calendar.css";
import { type MovedDue, movedDue, showMovedDue } from "../tasks/move-due.ts";
import { PlanList } from "../tasks/plan-list.tsx";
import { type PlannedTask, planTask } from "../tasks/plan-task.ts";
import { PlanWaits } from "../tasks/plan-waits.tsx";
import { dueTaskOf, planKey } from "../tasks/task-items.ts";
import { useTaskItems } from "../tasks/use-task-items.ts";
import { CalendarActions, Steps } from "./calendar-actions.tsx";
import { CarriedView, GridOverlay } from "./carried.tsx";
import type { ShownCalendar } from "./shown-calendar.ts";
import { dueDates, SideColumn } from "./side-column.tsx";
import { SidePanel } from "./side-panel.tsx";
import { useCalendarKeys } from "./use-calendar-keys.ts";
import { useHiddenCalendars } from "./use-hidden-calendars.ts";
import { useNewItem } from "./use-new-item.ts";

export interface CalendarScreenProps {
  shown: ShownCalendar;
  onGo: (change: Partial<ShownCalendar>, replace?: boolean) => void;
  /** Renders the head of the page with its title, the parts next to it, and its actions. */
  head: (parts: { title: ReactNode; aside: ReactNode; actions: ReactNode }) => ReactNode;
  /** Leads to what the person chooses for their calendar. */
  settings: ReactNode;
  onOpenTask: (taskId: string) => void;
  /** A task was dropped on another day. Rejects when the new due date is refused. */
  onMoveDue: (moved: MovedDue) => Promise<unknown>;
  /** An empty link to what the calendar adds up to. */
  analytics: ReactElement;
}

/** The calendar in one of its views, and what is opened or made in it. */
export function CalendarScreen(props: CalendarScreenProps) {
  const { shown, onGo, head, settings, onOpenTask, onMoveDue, analytics } = props;
  const signedIn = useSignedIn();
  const isPhone = useIsPhone();
  const hintId = useId();
  const now = wallAt(useNow());
  const [hasSide, setSide] = useState(false);
  const { view } = shown;
  const day = shown.day ?? now.day;
  const days = useMemo(() => daysShown(view, day), [view, day]);
  const { data: fetched, error, isFetching, refetch } = useRange(days);
  const data = useShownRange(fetched, days);
  const workingHours = useWorkingHours();
  const hidden = useHiddenCalendars();
  const { items: events, find } = useItems(data, hidden.isShown);
  const { items, placeable, plannable, due } = useTaskItems(events, days, {
    isDueShown: hidden.isShown(dueDates),
    isPlanning: hasSide,
  });
  const made = useNewItem({ shown, onGo, now, day, days, workingHours });
  const [dropped, setDropped] = useState<{ listed: Listed; span: WallSpan }>();

  const queryClient = useQueryClient();
  function moveDue(item: GridItem, span: WallSpan) {
    const task = due?.find(({ id }) => id === dueTaskOf(item.key));
    const moved = task && movedDue(task, item, span);
    if (!moved) return;
    showMovedDue(queryClient, moved);
    onMoveDue(moved).catch((failed: unknown) => {
      notify.error(errorMessage(failed, "Failed to move the due date"));
      void queryClient.invalidateQueries({ queryKey: ["calendar", "due"] });
    });
  }
  function move(item: GridItem, span: WallSpan) {
    if (item.isDue) return moveDue(item, span);
    const listed = find(item.key);
    if (!listed) return;
    const { event, occurrence } = listed;
    // Changes that notify others, or that are about a series, are confirmed first.
    if (!event.mayChange || event.isSeries || event.attendeeCount > 1) setDropped({ listed, span });
    else
      moveEvent(signedIn, event, occurrence, span, "all").catch((failed: unknown) =>
        notify.error(errorMessage(failed, "Failed to move the event")),
      );
  }
  function plan(task: PlannedTask, on?: string) {
    if (isPhone) setSide(false);
    made.plan(task, on);
  }
  function place(item: GridItem, span: WallSpan, isAllDay: boolean) {
    const task = plannable.data?.find(({ id }) => planKey(id) === item.key);
    // Over a day without hours it is asked when.
    if (task && isAllDay) plan(task, span.from.day);
    else if (task)
      planTask(signedIn, task, span).catch((failed: unknown) =>
        notify.error(errorMessage(failed, "Failed to plan the task")),
      );
  }
  const drag = useGridDrag([...items, ...placeable], {
    onChange: move,
    onMake: (span, isAllDay) => made.begin({ span, isAllDay, isTimeChosen: true }),
    onPlace: place,
    placeAt: made.startSoon,
  });
  const go = (to: string, as?: CalendarView) => onGo({ day: to, ...(as && { view: as }) });
  useCalendarKeys({ view, day, onGo, onAdd: made.addSoon });
  const [title, year] = titleOf(view, days, day, isPhone);
  const openKey = shown.event && shown.occurrence ? `${shown.event}@${shown.occurrence}` : shown.event;
  return (
    <>
      {head({
        title: (
          <>
            {title} <span className="text-muted">{year}</span>
          </>
        ),
        aside: (
          <Steps
            detail={
              view === "week" || view === "day"
                ? `Week ${weekNumber(days)} · ${zoneCity(ownTimeZone())} time`
                : ""
            }
            onStep={(by) => onGo({ day: stepFrom(view, day, by) })}
            onToday={() => onGo({ day: undefined })}
          />
        ),
        actions: (
          <CalendarActions
            analytics={analytics}
            hasSide={hasSide}
            onAdd={made.addSoon}
            onGo={(to) => onGo({ day: to })}
            onFind={(found, on) => onGo({ day: on, ...addressOf(found) })}
            onSide={() => setSide(!hasSide)}
            onView={(next) => onGo({ view: next })}
            view={view}
          />
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
      <GridOverlay drag={drag} hintId={hintId} />
      <div className="flex min-h-0 flex-1 gap-4" onPointerDownCapture={made.notePress} ref={drag.root}>
        <div className="flex min-w-0 flex-1 flex-col">
          {data ? (
            <CarriedView
              day={day}
              days={days}
              drag={drag}
              dropped={dropped ? draggedOf(dropped, items) : made.slot}
              hintId={hintId}
              items={items}
              isPhone={isPhone}
              now={now}
              onAdd={made.add}
              onGo={go}
              onOpen={({ key }) => {
                const listed = find(key);
                const task = dueTaskOf(key);
                if (task) onOpenTask(task);
                if (listed) onGo(addressOf(listed));
              }}
              openKey={openKey}
              view={view}
              workingHours={workingHours}
            />
          ) : error ? (
            <LoadState query={{ error, isFetching, refetch }} failure="Failed to load events" />
          ) : (
            <GridSkeleton />
          )}
        </div>
        {hasSide && (
          <SidePanel onClose={() => setSide(false)}>
            <SideColumn
              day={day}
              days={days}
              hidden={hidden}
              onChoose={(to) => onGo({ day: to })}
              plan={
                <PlanList
                  draggedKey={drag.dragged?.kind === "place" ? drag.dragged.item?.key : undefined}
                  hintId={isPhone ? undefined : hintId}
                  onOpen={onOpenTask}
                  onPlan={plan}
                  tasks={plannable}
                />
              }
              settings={settings}
              today={now.day}
            />
          </SidePanel>
        )}
      </div>
      {shown.event && (
        <EventSheet
          besideKey={view === "month" && !isPhone ? openKey : undefined}
          eventId={shown.event}
          minutes={shown.minutes}
          onDecided={() => onGo({ minutes: undefined }, true)}
          key={openKey ?? shown.event}
          occurrence={shown.occurrence}
          onClose={() => onGo({ event: undefined, occurrence: undefined }, true)}
          onOpenTask={onOpenTask}
        />
      )}
      {made.item && (
        <NewEvent
          {...made.item}
          hasSlots={view !== "agenda"}
          isWide={view === "day"}
          key={made.key}
          onClose={made.close}
          onOpen={(event) => onGo({ event, occurrence: undefined })}
          onTimes={made.onTimes}
        />
      )}
      {shown.plan !== undefined && !made.item && (
        <PlanWaits onClose={() => onGo({ plan: undefined }, true)} task={made.asked} />
      )}
      {dropped && <MoveDialog {...dropped} onClose={() => setDropped(undefined)} />}
    </>
  );
}

function addressOf({ event, occurrence }: Listed): Partial<ShownCalendar> {
  return { event: event.id, occurrence: event.isSeries ? occurrence.occurrence : undefined };
}

/** A dropped item stays where it was dropped while the change is being confirmed. */
function draggedOf({ listed, span }: { listed: Listed; span: WallSpan }, items: readonly GridItem[]) {
  const item = items.find(({ key }) => key === keyOf(listed));
  return item && ({ kind: "move", item, isAllDay: item.isAllDay, span } as const);
}
