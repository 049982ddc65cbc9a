import { commentMaxLength } from "@atoll/contract/comments/limits";
import { type KeyboardEvent, type ReactNode, type Ref, useImperativeHandle, useRef } from "react";
import { isComposing } from "../../lib/page/is-composing.ts";
import { cx } from "../../ui/base/cx.ts";
import { EmojiButton } from "../writing/emoji/emoji-button.tsx";
import { GrowingTextArea } from "../writing/field/growing-text-area.tsx";
import { LengthCount } from "../writing/field/length-count.tsx";
import { SuggestionList } from "../writing/field/suggestion-list.tsx";
import { useComposeField } from "../writing/field/use-compose-field.ts";
import { useCallablePeople } from "./use-callable-people.ts";

export interface CommentFieldHandle {
  focus(): void;
  /** Returns the people the text mentions. If two people have the same name, those in `known` take precedence. */
  calledIds(known?: readonly { id: string; name: string }[]): string[];
}

export interface CommentFieldProps {
  ref: Ref<CommentFieldHandle>;
  label: string;
  text: string;
  onTextChange: (text: string) => void;
  /** Enter; with Shift it is a new line. */
  onSubmit: () => void;
  onEscape?: () => void;
  onPasteFiles?: (data: DataTransfer) => boolean;
  describedBy?: string | undefined;
  /** Above the text: files that will go with it. */
  above?: ReactNode;
  /** In the row of tools. */
  tools?: ReactNode;
}

/** Where a comment is written, or changed in its place. */
export function CommentField(props: CommentFieldProps) {
  const { ref, label, text, onTextChange, onSubmit, onEscape, onPasteFiles, above, tools } = props;
  const box = useRef<HTMLDivElement>(null);
  const callable = useCallablePeople(text);
  const compose = useComposeField({ callable, text, onTextChange });
  const { field } = compose;
  useImperativeHandle(ref, () => ({
    focus() {
      field.current?.focus();
      field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
    },
    calledIds: compose.calledIds,
  }));

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (compose.takeKey(event) || isComposing(event)) return;
    if (compose.takeWritingKey(event, event.key === "Enter" && event.shiftKey)) return;
    if (event.key === "Escape" && onEscape) {
      event.preventDefault();
      event.stopPropagation();
      onEscape();
    }
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      onSubmit();
    }
  }
  return (
    <div ref={box} className={cx("field-box min-w-0 flex-1 rounded-md px-2.5 py-1.5")}>
      {above}
      <GrowingTextArea
        {...compose.areaProps}
        ref={field}
        aria-label={label}
        placeholder={label}
        aria-describedby={props.describedBy}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          if (onPasteFiles?.(event.clipboardData)) event.preventDefault();
        }}
      />
      <SuggestionList list={compose.list} anchor={box} />
      <div className="flex items-center gap-1 pt-1">
        {tools}
        <EmojiButton onPick={compose.insert} />
        <LengthCount text={text} max={commentMaxLength} />
      </div>
    </div>
  );
}
