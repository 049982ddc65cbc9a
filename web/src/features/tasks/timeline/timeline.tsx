import { isOverdue } from "@atoll/contract/tasks/due";
import type { Task } from "@atoll/contract/tasks/schemas";
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { isWhole } from "../../../capabilities/grouped-list/grouped-list.ts";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { cx } from "../../../ui/base/cx.ts";
import { DragOverlay } from "../../../ui/drag/drag-overlay.tsx";
import { useEngine } from "../../../ui/drag/use-engine.ts";
import { MoreOfGroup } from "../../../ui/list/more-of-group.tsx";
import { taskChanges } from "../changes/task-changes.ts";
import { isOpen } from "../data/is-open.ts";
import { type TaskGroupOf, type TaskList, useMoreOfGroup } from "../data/use-task-list.ts";
import type { OpenListedTask } from "../keys/use-task-steps.ts";
import { groupName } from "../list/group-change.ts";
import { TotalCount } from "../total-count.tsx";
import { Links, type Place, useDependencies } from "./links.tsx";
import { leftOf, type Scale, scaleOf, type Zoom } from "./scale.ts";
import { changeOfSpan, type Span, spanOf } from "./spans.ts";
import { Head, Lines, useView } from "./timeline-days.tsx";
import { barHint, TimelineGround } from "./timeline-ground.ts";
import { TimelineRow, titleCell } from "./timeline-row.tsx";

export interface TimelineProps {
  list: TaskList;
  /** Tasks without any date, which can be dragged onto the timeline. */
  undated: readonly Task[];
  zoom: Zoom;
  openId: string | undefined;
  onOpen: OpenListedTask;
  /** Shows today again when it is another number. */
  toToday: number;
  /** Stands at the side: the tasks without dates. */
  tray: (hintId: string) => ReactNode;
}

/** The bars of tasks between their start and due dates, in the groups of their list. */
export function Timeline({ list, undated, zoom, openId, onOpen, toToday, tray }: TimelineProps) {
  const now = useNow();
  const today = dayOf(now);
  const isPhone = useIsPhone();
  const heights = isPhone ? { row: 44, head: 44 } : { row: 32, head: 30 };
  const tasks = useMemo(() => list.groups.flatMap(({ items }) => items), [list]);
  const spans = useMemo(() => new Map(tasks.flatMap((task) => spanEntry(task))), [tasks]);
  const days = [...spans.values()].flatMap(({ from, to }) => [from, to]).sort();
  const [first = today, last = today] = [days[0], days.at(-1)];
  const scale = useMemo(() => scaleOf(zoom, today, [first, last]), [zoom, today, first, last]);
  const { root, dragged, place, control, spoken } = useBarDrag({ tasks, undated, spans, scale, today });
  const bar = dragged && dragged.part !== "new" && dragged.by !== "landing" ? dragged : undefined;
  const spanNow = (id: string): Span | undefined => (place && bar?.id === id ? place : spans.get(id));
  const dependencies = useDependencies(tasks);
  const { places, height } = placesOf(list.groups, list.arrangement.group !== "none", heights, spanNow);
  const scroller = useRef<HTMLDivElement>(null);
  const view = useView(scroller, scale, today, toToday);
  const hintId = useId();
  const zone = ownTimeZone();
  return (
    <div className="flex min-h-0 flex-1 gap-3 max-md:flex-col" ref={root}>
      <div
        className="relative min-h-0 min-w-0 flex-1 overflow-auto rounded-lg border bg-surface-raised max-md:-mx-4 max-md:max-h-[68dvh] max-md:rounded-none max-md:border-x-0"
        ref={scroller}
      >
        <div className="relative w-max min-w-full">
          <Head scale={scale} today={today} view={view} />
          <div className="relative" data-timeline-body="" style={{ minHeight: 240 }}>
            <Lines scale={scale} today={today} view={view} />
            {/* Before the rows, whose titles stay above them. */}
            <div className="pointer-events-none absolute top-0 left-[260px] max-md:left-[128px]">
              <Links dependencies={dependencies} height={height} places={places} scale={scale} />
            </div>
            {dragged?.part === "new" && place && (
              <div
                className="pointer-events-none absolute inset-y-0 ml-[260px] rounded-sm bg-primary/15 inset-ring-1 inset-ring-primary max-md:ml-[128px]"
                data-drag-slot=""
                style={{ left: leftOf(scale, place.from), width: Math.max(4, scale.dayWidth) }}
              />
            )}
            {list.groups.map((group) => (
              <Group group={group} key={group.value} list={list}>
                {group.items.map((task) => {
                  const span = spanNow(task.id);
                  return (
                    span && (
                      <TimelineRow
                        hintId={hintId}
                        isDragged={bar?.id === task.id}
                        isLate={isOpen(task) && task.due !== null && isOverdue(task.due, zone, now)}
                        isOpen={openId === task.id}
                        key={task.id}
                        onOpen={onOpen}
                        scale={scale}
                        span={span}
                        task={task}
                      />
                    )
                  );
                })}
              </Group>
            ))}
          </div>
        </div>
      </div>
      {tray(hintId)}
      <DragOverlay drag={{ dragged, control, spoken }} hint={barHint} hintId={hintId}>
        {dragged?.part === "new" && (
          <div className="flex h-8 max-w-[240px] items-center rounded-md border bg-surface-raised px-3 font-medium text-sm shadow-3">
            <span className="truncate">{undated.find(({ id }) => id === dragged.id)?.title}</span>
          </div>
        )}
      </DragOverlay>
    </div>
  );
}

function spanEntry(task: Task): [string, Span][] {
  const span = spanOf(task);
  return span ? [[task.id, span]] : [];
}

interface BarDrag {
  tasks: readonly Task[];
  undated: readonly Task[];
  spans: ReadonlyMap<string, Span>;
  scale: Scale;
  today: string;
}

/** Bars that are moved and resized, and tasks without dates that are dropped on a day: each is one change with Undo. */
function useBarDrag({ tasks, undated, spans, scale, today }: BarDrag) {
  const queue = useChanges(taskChanges);
  const taskOf = (id: string) => [...tasks, ...undated].find((task) => task.id === id);
  const options = {
    scale,
    today,
    find(id: string) {
      const task = taskOf(id);
      return task && { title: task.title, span: spans.get(id) ?? null };
    },
    onChange(id: string, span: Span) {
      const task = taskOf(id);
      const change = task && changeOfSpan(task, span);
      if (change)
        queue.change({
          about: [id],
          title: `“${task.title}”`,
          said: `Moved to ${change.said}`,
          change: { act: "set", set: change.set },
        });
    },
  };
  const [ground] = useState(() => new TimelineGround(options));
  useEffect(() => {
    ground.options = options;
  });
  const engine = useEngine(ground);
  const { dragged, control } = engine;
  const isLost = dragged !== undefined && dragged.by !== "landing" && !taskOf(dragged.id);
  useEffect(() => {
    if (isLost) control.cancel();
  }, [isLost, control]);
  return engine;
}

function Group({ list, group, children }: { list: TaskList; group: TaskGroupOf; children: ReactNode }) {
  const id = useId();
  const { arrangement } = list;
  const more = useMoreOfGroup(list.shown, arrangement, group);
  return (
    <section aria-labelledby={id}>
      <h2
        className={
          arrangement.group === "none" ? "sr-only" : "flex h-[30px] border-b bg-surface-sunken/50 max-md:h-11"
        }
      >
        <span className={cx(titleCell, "bg-surface-sunken font-semibold text-sm")}>
          <span className="truncate" id={id}>
            {groupName(arrangement, group)}
          </span>
          <TotalCount value={group.total} />
        </span>
      </h2>
      <ul aria-labelledby={id}>{children}</ul>
      {!isWhole(group) && (
        <div className="h-10 border-b">
          <MoreOfGroup
            alertClassName="sticky left-2 w-[240px]"
            className="sticky left-2 z-4 flex w-max items-center py-1"
            count={group.total - group.items.length}
            cursor={group.nextCursor}
            failure="Failed to load tasks"
            loadsInView
            more={more}
          />
        </div>
      )}
    </section>
  );
}

/** Where the bars are, by the fixed heights of rows and heads, and how high all of them are. */
function placesOf(
  groups: readonly TaskGroupOf[],
  hasHeads: boolean,
  heights: { row: number; head: number },
  spanNow: (id: string) => Span | undefined,
): { places: ReadonlyMap<string, Place>; height: number } {
  const places = new Map<string, Place>();
  let y = 0;
  for (const group of groups) {
    if (hasHeads) y += heights.head;
    for (const { id } of group.items) {
      const span = spanNow(id);
      if (!span) continue;
      places.set(id, { span, y: y + heights.row / 2 });
      y += heights.row;
    }
    if (!isWhole(group)) y += 40;
  }
  return { places, height: y };
}
