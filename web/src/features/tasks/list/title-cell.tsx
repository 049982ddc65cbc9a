import { taskTitleMaxLength } from "@atoll/contract/tasks/limits";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { isTooLong } from "../../../capabilities/writing/field/text-length.ts";
import { isComposing } from "../../../lib/page/is-composing.ts";
import { Kbd } from "../../../ui/badge/kbd.tsx";
import { cx } from "../../../ui/base/cx.ts";

export interface TitleEditorProps {
  title: string;
  onSave: (title: string) => void;
  onClose: () => void;
}

/** The title, written in its row: Enter saves, Escape leaves it as it was. */
export function TitleEditor({ title, onSave, onClose }: TitleEditorProps) {
  const [text, setText] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  const errorId = useId();
  // Behind the title: a letter typed at once must not take the place of all of it.
  useEffect(() => field.current?.setSelectionRange(title.length, title.length), [title.length]);
  const error =
    text.trim() === ""
      ? "Title is required"
      : isTooLong(text.trim(), taskTitleMaxLength)
        ? `A title can have at most ${taskTitleMaxLength} characters`
        : null;
  function save(): void {
    if (text.trim() !== title) onSave(text.trim());
    onClose();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") onClose();
    else if (!error) save();
  }
  return (
    <span className="relative flex min-w-0 flex-1">
      <span className={cx("field-box flex h-[26px] min-w-0 flex-1 items-center gap-2 px-2 max-md:h-9")}>
        <input
          // biome-ignore lint/a11y/noAutofocus: it was asked for by a press
          autoFocus
          ref={field}
          value={text}
          aria-label="Title"
          aria-invalid={error !== null}
          aria-describedby={error ? errorId : undefined}
          className="min-w-0 flex-1 bg-transparent text-sm outline-none max-md:text-lg"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => (error ? onClose() : save())}
        />
        <span className="flex flex-none items-center gap-1 text-faint text-xs max-md:hidden">
          <Kbd>Enter</Kbd> Save
        </span>
      </span>
      {error && (
        <span
          id={errorId}
          role="alert"
          className="absolute top-full left-0 z-10 rounded-xs bg-surface-raised px-2 py-0.5 font-medium text-danger-text text-xs shadow-2"
        >
          {error}
        </span>
      )}
    </span>
  );
}
