import { taskTitleMaxLength } from "@atoll/contract/tasks/limits";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { GrowingTextArea } from "../../../capabilities/writing/field/growing-text-area.tsx";
import { LengthCount } from "../../../capabilities/writing/field/length-count.tsx";
import { isTooLong } from "../../../capabilities/writing/field/text-length.ts";
import { isComposing } from "../../../lib/page/is-composing.ts";
import { setFields } from "../changes/open-task-changes.ts";
import type { TaskWork } from "../changes/use-open-task.ts";
import { useFocusBack, useWhileEditing } from "./editing.tsx";

/** The title, changed in its place: Enter saves, Escape leaves it as it was. */
export function TitleField({ work, heading: Heading }: { work: TaskWork; heading: "h1" | "h2" }) {
  const { title } = work.task;
  const [text, setText] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const errorId = useId();
  const isEditing = text !== null;
  useWhileEditing(isEditing);
  const giveFocusBack = useFocusBack(isEditing, button);
  useEffect(() => {
    if (!isEditing) return;
    field.current?.focus();
    field.current?.select();
  }, [isEditing]);
  if (text === null) {
    return (
      <Heading className="text-xl font-semibold wrap-anywhere -mx-1.5">
        <button
          ref={button}
          type="button"
          title="Change the title"
          onClick={() => setText(title)}
          className="w-full rounded-sm px-1.5 py-1 text-left hover:bg-surface-hover"
        >
          {title}
        </button>
      </Heading>
    );
  }
  const isEmpty = text.trim() === "";
  const error = isEmpty
    ? "Title is required"
    : isTooLong(text, taskTitleMaxLength)
      ? `A title can have at most ${taskTitleMaxLength} characters`
      : null;

  function leave() {
    giveFocusBack();
    setText(null);
  }
  function save(next: string) {
    if (next.trim() !== title) work.change(setFields({ title: next.trim() }, "Title changed"));
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      leave();
    }
    if (event.key === "Enter") {
      event.preventDefault();
      if (error || text === null) return;
      save(text);
      leave();
    }
  }
  function onBlur() {
    if (text === null || (error && !isEmpty)) return;
    if (!isEmpty) save(text);
    setText(null);
  }
  return (
    <div>
      <Heading className="sr-only">{title}</Heading>
      <div className="field-box px-2.5 py-1.5">
        <GrowingTextArea
          ref={field}
          value={text}
          aria-label="Title"
          aria-invalid={error !== null}
          aria-describedby={error ? errorId : undefined}
          className="text-xl font-semibold"
          onChange={(event) => setText(event.target.value.replace(/\s*\n\s*/g, " "))}
          onKeyDown={onKeyDown}
          onBlur={onBlur}
        />
      </div>
      <div className="flex min-h-5 items-center justify-between gap-2 pt-1">
        <p id={errorId} role={error ? "alert" : undefined} className="font-medium text-danger-text text-xs">
          {error}
        </p>
        <LengthCount text={text} max={taskTitleMaxLength} />
      </div>
    </div>
  );
}
