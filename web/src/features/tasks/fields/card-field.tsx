import type { Task } from "@atoll/contract/tasks/schemas";
import { type FocusEvent, useCallback, useEffect, useRef, useState } from "react";
import type { TaskChangePending } from "../changes/task-act.ts";
import type { TaskField } from "../keys/shortcuts.ts";
import { AssigneeCell, DueCell, PriorityCell, StatusCell } from "./cells.tsx";
import { CycleCell } from "./cycle-fields.tsx";

export interface CardFieldProps {
  task: Task;
  field: TaskField;
  now: Date;
  onChange: (change: TaskChangePending) => void;
  /** The field was changed, or left as it is. */
  onClose: () => void;
}

/** The menu or form of one field of a card, opened by its key: the card has no room for the controls of a row. */
export function CardField({ task, field, now, onChange, onClose }: CardFieldProps) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => place.current?.querySelector("button")?.click(), []);
  function close() {
    place.current?.closest("[data-drag-item]")?.querySelector("a")?.focus();
    onClose();
  }
  /** The popup returns the focus to its button when it closes. */
  function leave({ target }: FocusEvent) {
    if (place.current?.contains(target)) close();
  }
  const cell = {
    task,
    // Closed first: a card that moves to another column would open it again there.
    onChange(change: TaskChangePending) {
      close();
      onChange(change);
    },
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus passes through it, back to the card
    <span
      className="pointer-events-none absolute bottom-0 left-3 h-6 overflow-hidden opacity-0"
      onFocus={leave}
      ref={place}
    >
      {field === "status" && <StatusCell {...cell} />}
      {field === "priority" && <PriorityCell {...cell} />}
      {field === "due" && <DueCell {...cell} now={now} />}
      {field === "cycle" && <CycleCell {...cell} />}
      {field === "assignee" && <AssigneeCell {...cell} />}
    </span>
  );
}

/** The field of a card that is being changed by keys. */
export interface ShownField {
  taskId: string;
  field: TaskField;
  /** Distinguishes one opening from the next. */
  opening: number;
}

/** Opens one field of one card at a time. */
export function useCardField() {
  const [shown, setShown] = useState<ShownField>();
  const open = useCallback((taskId: string, field: TaskField) => {
    setShown((before) => ({ taskId, field, opening: (before?.opening ?? 0) + 1 }));
  }, []);
  const close = useCallback(() => setShown(undefined), []);
  return { shown, open, close };
}
