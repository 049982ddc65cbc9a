import type { TaskField } from "@atoll/contract/tasks/field-schemas";
import type { Task } from "@atoll/contract/tasks/schemas";
import { ArrowRightLeft, Ellipsis, SquareCheck } from "lucide-react";
import { memo, type ReactNode } from "react";
import { isTouch } from "../../../lib/page/is-touch.ts";
import { cx } from "../../../ui/base/cx.ts";
import { cardInList, cardLink, cardMenuLook, gapLook } from "../../../ui/board/drop-slot.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { cardLook, TaskCard } from "./task-card.tsx";

export interface BoardCardProps {
  task: Task;
  department: string;
  fields: readonly TaskField[];
  now: Date;
  /** The task is open next to the board. */
  isOpen: boolean;
  /** Somebody holds it: what is left here is the gap, and at home the place to which it would go back. */
  dragged: "no" | "home" | "away";
  /** The ID of the text that explains how a card is moved. */
  hintId: string;
  /** One of several that something is done with. */
  isChosen: boolean;
  /** Others are: a tap chooses it too. */
  isChoosing: boolean;
  /** By a range: all from the last one that was chosen. */
  onChoose: (taskId: string, isRange: boolean) => void;
  onOpen: (taskId: string) => void;
  onMove: (taskId: string) => void;
  /** The field that is being changed by keys, a `CardField`. */
  field?: ReactNode;
}

/** A card that opens its task, and can be moved without dragging. */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { task, department, fields, now, isOpen, dragged, hintId, isChosen, isChoosing } = props;
  const { onChoose, onOpen, onMove, field } = props;
  return (
    <li
      className={cx(
        cardLook,
        cardInList,
        leftOut,
        isOpen && "border-primary/60",
        isChosen && chosenLook,
        gapLook[dragged],
      )}
      data-drag-item={task.id}
    >
      <TaskCard
        actions={
          <span className="relative z-1 -my-1 -mr-1.5 flex-none max-md:-my-2.5" data-no-drag="">
            {isChoosing ? (
              // In the place of the menu, so that choosing a card moves no text.
              <span className="grid size-6 place-items-center max-md:size-9">
                <Checkbox
                  checked={isChosen}
                  hideLabel
                  label={`Select ${task.title}`}
                  onChange={() => onChoose(task.id, false)}
                />
              </span>
            ) : (
              <Menu
                align="end"
                items={[
                  {
                    label: "Select",
                    icon: SquareCheck,
                    shortcut: "X",
                    onSelect: () => onChoose(task.id, false),
                  },
                  { label: "Move to…", icon: ArrowRightLeft, shortcut: "M", onSelect: () => onMove(task.id) },
                ]}
                label={`Actions for ${task.title}`}
                trigger={
                  <IconButton
                    className={cardMenuLook}
                    icon={Ellipsis}
                    label={`Actions for ${task.title}`}
                    size="xs"
                  />
                }
              />
            )}
          </span>
        }
        department={department}
        fields={fields}
        now={now}
        task={task}
        title={
          <a
            aria-describedby={hintId}
            className={cardLink}
            draggable={false}
            href={`/tasks?task=${task.id}`}
            onClick={(event) => {
              event.preventDefault();
              const isTap = isChoosing && isTouch();
              if (event.shiftKey) onChoose(task.id, true);
              else if (event.metaKey || event.ctrlKey || isTap) onChoose(task.id, false);
              else onOpen(task.id);
            }}
          >
            {task.title}
          </a>
        }
      />
      {field}
    </li>
  );
});

/** The browser leaves out what is not in view, however long the column. */
const leftOut =
  "group flex-none [contain-intrinsic-size:auto_92px] [content-visibility:auto] [-webkit-touch-callout:none]";

const chosenLook = "border-primary! bg-surface-selected!";
