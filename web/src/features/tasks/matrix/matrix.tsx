import { type TaskQuadrant, taskQuadrants } from "@atoll/contract/tasks/quadrants";
import type { Task } from "@atoll/contract/tasks/schemas";
import { ArrowRight, Clock } from "lucide-react";
import { useId, useRef, useState } from "react";
import { findItem } from "../../../capabilities/grouped-list/grouped-list.ts";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { Kbd } from "../../../ui/badge/kbd.tsx";
import { dragWords } from "../../../ui/board/drag-words.ts";
import { DragOverlay } from "../../../ui/drag/drag-overlay.tsx";
import { useDrag, useDragged } from "../../../ui/drag/use-drag.ts";
import { useFinishing } from "../changes/use-finishing.ts";
import type { Matrix as MatrixState } from "../data/use-matrix.ts";
import { useSlugs } from "../data/use-slugs.ts";
import { CardField, useCardField } from "../fields/card-field.tsx";
import { useAssignToMe } from "../fields/use-assign-to-me.ts";
import { useKeptFocus } from "../keys/use-kept-focus.ts";
import { useCardKeys } from "../keys/use-task-keys.ts";
import { type OpenListedTask, useTaskSteps } from "../keys/use-task-steps.ts";
import { MatrixRow, rowLook } from "./matrix-card.tsx";
import { Quadrant, QuadrantPicker } from "./quadrant.tsx";
import { describeChange, type FieldChange, quadrantWords, sayChange } from "./quadrant-words.ts";

export interface MatrixProps {
  matrix: MatrixState;
  openId: string | undefined;
  onOpen: OpenListedTask;
  onMove: (taskId: string, quadrant: TaskQuadrant) => void;
  canAdd: boolean;
}

const hint =
  "Space lifts the task, the arrows move it to another field, Space drops it, Escape puts it back.";

/** Tasks in four fields: across by urgency, down by importance. Design, "Matrix". */
export function Matrix({ matrix, openId, onOpen, onMove, canAdd }: MatrixProps) {
  const isPhone = useIsPhone();
  const slugOf = useSlugs();
  const hintId = useId();
  const [current, setCurrent] = useState<TaskQuadrant>("do");
  const titleOf = (taskId: string) => findItem(matrix, taskId)?.title ?? "The task";
  const changesIn = (taskId: string, zone: string) => {
    const task = findItem(matrix, taskId);
    const quadrant = quadrantIn(zone);
    return task && quadrant ? describeChange(task, quadrant, matrix.view) : [];
  };
  const nameOf = (zone: string) => quadrantWords[quadrantIn(zone) ?? "do"].name;
  const words = dragWords(titleOf, (_taskId, { zone }) => nameOf(zone));
  const drag = useDrag({
    onDrop(taskId, { zone }) {
      const quadrant = quadrantIn(zone);
      if (quadrant) onMove(taskId, quadrant);
    },
    say: {
      ...words,
      moved: (taskId, { zone }) => `${nameOf(zone)}. ${sayChange(changesIn(taskId, zone))}`,
    },
  });
  const { dragged, place, isHome } = drag;
  const draggedTask = useDragged(drag, (id) => findItem<Task>(matrix, id));
  const root = useRef<HTMLDivElement>(null);
  const field = useCardField();
  const change = useFinishing(matrix.groups.flatMap(({ items }) => items));
  useKeptFocus(root);
  useTaskSteps({ root, openId, onOpen });
  const assignToMe = useAssignToMe(change);
  const keys = useCardKeys((taskId) => findItem(matrix, taskId), {
    onMove: (_task, card) => card.querySelector<HTMLElement>("[aria-haspopup]")?.click(),
    onField: field.open,
    onAssignToMe: assignToMe,
  });
  const draggedCard = draggedTask && (
    <div className={`${rowLook} shadow-3`}>
      <MatrixRow department={slugOf(draggedTask.departmentId)} task={draggedTask} view={matrix.view} />
    </div>
  );
  const panel = dragged && place && !isHome && dragged.by !== "landing" && (
    <ChangePanel changes={changesIn(dragged.id, place.zone)} />
  );
  const quadrants = isPhone ? matrix.groups.filter(({ quadrant }) => quadrant === current) : matrix.groups;
  const fields = quadrants.map((rows) => {
    const isTarget = !isHome && place?.zone === rows.quadrant;
    return (
      <Quadrant
        canAdd={canAdd}
        fieldOf={(task) =>
          field.shown?.taskId === task.id && (
            <CardField
              field={field.shown.field}
              key={field.shown.opening}
              now={matrix.view.now}
              onChange={change}
              onClose={field.close}
              task={task}
            />
          )
        }
        coming={isTarget ? draggedTask : undefined}
        dragged={dragged}
        hintId={hintId}
        isAlone={isPhone}
        isHome={isHome}
        key={rows.quadrant}
        matrix={matrix}
        onMove={onMove}
        onOpen={onOpen}
        openId={openId}
        rows={rows}
        slotCard={
          isTarget &&
          dragged?.by === "keys" && (
            <div className="relative z-10">
              {draggedCard}
              {!isPhone && <div className="mt-1 max-w-[380px]">{panel}</div>}
            </div>
          )
        }
        slugOf={slugOf}
      />
    );
  });
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the cards in it */}
      <div className="contents" onKeyDown={keys} ref={drag.root}>
        <div className="contents" ref={root}>
          {isPhone ? (
            <div className="flex flex-col gap-3">
              <QuadrantPicker current={current} onPick={setCurrent} quadrants={matrix.groups} />
              {fields}
            </div>
          ) : (
            <div className="grid min-h-0 flex-1 grid-cols-[32px_minmax(0,1fr)_minmax(0,1fr)] grid-rows-[22px_minmax(0,1fr)_minmax(0,1fr)] gap-x-3 gap-y-3">
              <span />
              <span className="-mb-3 flex items-center gap-1.5 font-medium text-2xs">
                <Clock aria-hidden="true" className="size-3 text-muted" />
                Urgent
              </span>
              <span className="-mb-3 flex items-center font-medium text-2xs">Not urgent</span>
              <Axis>Important</Axis>
              {fields.slice(0, 2)}
              <Axis>Not important</Axis>
              {fields.slice(2)}
            </div>
          )}
        </div>
      </div>
      <DragOverlay
        below={!isPhone && <div className="mt-1.5 max-w-[380px]">{panel}</div>}
        drag={drag}
        hint={hint}
        hintId={hintId}
      >
        {draggedCard}
      </DragOverlay>
      {/* There is no room for it next to a finger. */}
      {isPhone && panel && (
        <div className="pointer-events-none fixed inset-x-4 bottom-4 z-toast">{panel}</div>
      )}
    </>
  );
}

function Axis({ children }: { children: string }) {
  return (
    <span className="grid place-items-center font-medium text-2xs">
      <span className="rotate-180 [writing-mode:vertical-rl]">{children}</span>
    </span>
  );
}

function quadrantIn(zone: string): TaskQuadrant | undefined {
  return taskQuadrants.find((one) => one === zone);
}

/** The fields that a drop here would change. */
function ChangePanel({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <div className="rounded-md border bg-surface-raised p-3.5 text-xs shadow-3">
      <div className="mb-1.5 flex items-center">
        <span className="flex-1 font-semibold text-2xs">Dropping here changes</span>
        <span className="max-md:hidden">
          <Kbd>Esc</Kbd>
        </span>
      </div>
      <dl className="grid grid-cols-[64px_minmax(0,1fr)_16px_minmax(0,1fr)] items-center gap-x-2 gap-y-1">
        {changes.map(({ field, before, after }) => (
          <div className="contents" key={field}>
            <dt className="text-muted">{field}</dt>
            <dd className="truncate">{before}</dd>
            <dd aria-hidden="true">
              {after !== undefined && <ArrowRight className="size-3.5 text-primary-text" />}
            </dd>
            <dd className={after === undefined ? "text-muted" : "font-semibold text-primary-text"}>
              {after ?? "Stays"}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
