import type { MatrixView, TaskQuadrant } from "@atoll/contract/tasks/quadrants";
import type { Task } from "@atoll/contract/tasks/schemas";
import { type ReactNode, useId } from "react";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Count } from "../../../ui/badge/count.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { DropSlot, withSlot } from "../../../ui/board/drop-slot.tsx";
import type { Dragged } from "../../../ui/drag/use-drag.ts";
import { MoreOfGroup } from "../../../ui/list/more-of-group.tsx";
import { AddLine } from "../create/add-line.tsx";
import { presetOf } from "../create/preset.ts";
import type { ShownTasks } from "../data/task-filter.ts";
import { indexFor, type Matrix, useMoreOfQuadrant } from "../data/use-matrix.ts";
import { MatrixCard, type MatrixCardProps } from "./matrix-card.tsx";
import { quadrantWords, quickAdd } from "./quadrant-words.ts";

export interface QuadrantProps extends Pick<MatrixCardProps, "hintId" | "onOpen" | "onMove"> {
  matrix: Matrix;
  rows: Matrix["groups"][number];
  /** A phone shows one field, under a picker of all. */
  isAlone: boolean;
  openId: string | undefined;
  slugOf: (departmentId: string | null) => string;
  canAdd: boolean;
  /** Renders the field of a card that is being changed by keys. */
  fieldOf: (task: Task) => ReactNode;
  dragged: Dragged | undefined;
  isHome: boolean;
  /** It would be dropped here, where it is not yet. */
  coming: Task | undefined;
  /** By keys, its card stands in the slot. */
  slotCard: ReactNode;
}

/** One field of the matrix. */
export function Quadrant(props: QuadrantProps) {
  const {
    matrix,
    rows,
    isAlone,
    openId,
    slugOf,
    canAdd,
    fieldOf,
    dragged,
    isHome,
    coming,
    slotCard,
    ...card
  } = props;
  const { quadrant, items, total, nextCursor } = rows;
  const { name, hint } = quadrantWords[quadrant];
  const titleId = useId();
  const more = useMoreOfQuadrant(matrix, quadrant);
  const slotAt = coming ? indexFor(items, coming) : -1;
  const slot = (
    <DropSlot height={dragged?.box.height ?? 0} key="slot">
      {slotCard}
    </DropSlot>
  );
  const cards = items.map((task) => (
    <MatrixCard
      {...card}
      department={slugOf(task.departmentId)}
      dragged={task.id !== dragged?.id ? "no" : isHome && dragged.by !== "landing" ? "home" : "away"}
      field={fieldOf(task)}
      isOpen={task.id === openId}
      key={task.id}
      quadrant={quadrant}
      task={task}
      view={matrix.view}
    />
  ));
  return (
    <section
      aria-labelledby={titleId}
      className={cx(
        "flex min-h-0 min-w-0 flex-col",
        !isAlone &&
          "overflow-hidden rounded-lg border bg-surface-sunken data-drag-over:border-primary-bright data-drag-over:bg-primary-soft/55 data-drag-over:inset-ring-1 data-drag-over:inset-ring-primary-bright",
      )}
      data-drag-unordered=""
      data-drag-zone={quadrant}
    >
      <header
        className={cx("flex flex-none items-center gap-2", isAlone ? "py-2" : "pt-2.5 pr-2.5 pb-2 pl-3.5")}
      >
        <h2 className="font-semibold text-sm" id={titleId}>
          {name}
        </h2>
        <Count label="tasks" value={total} />
        <span className="truncate text-muted text-xs">{hint}</span>
      </header>
      <ul
        aria-labelledby={titleId}
        className={cx("flex flex-col gap-1.5", !isAlone && "min-h-0 flex-1 overflow-y-auto px-2 pt-0.5")}
      >
        {withSlot(cards, slotAt, slot)}
        {total === 0 && !coming && <li className="px-2 py-3 text-center text-muted text-xs">Nothing here</li>}
        {nextCursor !== null && (
          <li className="flex-none">
            <MoreOfGroup
              className="flex justify-center pt-1"
              count={total - items.length}
              cursor={nextCursor}
              failure="Failed to load tasks"
              more={more}
            />
          </li>
        )}
      </ul>
      {canAdd && <QuickAdd quadrant={quadrant} shown={matrix.shown} view={matrix.view} />}
    </section>
  );
}

interface QuickAddProps {
  quadrant: TaskQuadrant;
  view: MatrixView;
  shown: ShownTasks;
}

/** Adds a task with the fields that put it into this quadrant, and with those that its filter asks for. */
function QuickAdd({ quadrant, view, shown }: QuickAddProps) {
  const { said, ...fields } = quickAdd(quadrant, view);
  const { task, assignee } = presetOf(shown, useViewer(), view.now);
  return (
    <AddLine
      className="m-2 max-md:mx-0"
      label={`Add to ${quadrantWords[quadrant].name}`}
      preset={{ task: { ...task, ...fields }, assignee }}
      said={assignee ? `${said}, yours` : said}
    />
  );
}

export interface QuadrantPickerProps {
  quadrants: Matrix["groups"];
  current: TaskQuadrant;
  onPick: (quadrant: TaskQuadrant) => void;
}

/** On a phone the four fields are a picker over one list; what is dragged onto one of them goes there. */
export function QuadrantPicker({ quadrants, current, onPick }: QuadrantPickerProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Field</legend>
      <div aria-hidden="true" className="grid grid-cols-2 gap-1.5 pb-1 font-medium text-2xs text-muted">
        <span className="pl-0.5">Urgent</span>
        <span className="pl-0.5">Not urgent</span>
      </div>
      <div className="grid grid-cols-2 gap-1.5">
        {quadrants.map(({ quadrant, total }) => (
          <button
            aria-pressed={quadrant === current}
            className={cx(
              "flex h-11 items-center justify-between rounded-md border px-3.5 text-sm data-drag-over:border-primary-bright data-drag-over:border-dashed data-drag-over:bg-primary-soft",
              quadrant === current
                ? "border-primary bg-primary-soft font-semibold"
                : "bg-surface-sunken text-muted",
            )}
            data-drag-unordered=""
            data-drag-zone={quadrant}
            key={quadrant}
            onClick={() => onPick(quadrant)}
            type="button"
          >
            {quadrantWords[quadrant].name}
            <Count label="tasks" value={total} />
          </button>
        ))}
      </div>
    </fieldset>
  );
}
