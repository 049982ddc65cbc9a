import type { Subject } from "@atoll/contract/comments/schemas";
import type { Mention } from "@atoll/contract/mentions";
import { Code, Eye, Link2 } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type Ref, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isComposing } from "../../lib/page/is-composing.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { cx } from "../../ui/base/cx.ts";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { EmojiButton } from "../writing/emoji/emoji-button.tsx";
import { GrowingTextArea } from "../writing/field/growing-text-area.tsx";
import { LengthCount } from "../writing/field/length-count.tsx";
import { SuggestionList } from "../writing/field/suggestion-list.tsx";
import { useComposeField } from "../writing/field/use-compose-field.ts";
import { WrittenText } from "../writing/markdown/written-text.tsx";
import { useCallablePeople } from "./use-callable-people.ts";

export interface WriteFieldHandle {
  focus(): void;
  /** Returns the people the text mentions. If two people have the same name, those in `known` take precedence. */
  calledIds(known?: readonly { id: string; name: string }[]): string[];
}

export interface WriteFieldProps {
  ref: Ref<WriteFieldHandle>;
  label: string;
  /** The thing that it is written on, where guests may take part. */
  subject?: Subject | undefined;
  placeholder?: string;
  text: string;
  onTextChange: (text: string) => void;
  max: number;
  /**
   * For long texts: Enter is a new line, and Ctrl or Cmd with Enter sends. In others Enter sends, and with Shift it is a
   * new line.
   */
  isLong?: boolean;
  /** Left out in a dialog, whose form these keys send. */
  onSubmit?: () => void;
  onEscape?: () => void;
  onPasteFiles?: (data: DataTransfer) => boolean;
  describedBy?: string | undefined;
  /** Above the text: files that will go with it. */
  above?: ReactNode;
  /** In the row of tools. */
  tools?: ReactNode;
  /** At the right of the tools. */
  end?: ReactNode;
}

/** Where a comment, a question or an answer is written, or changed in its place. */
export function WriteField(props: WriteFieldProps) {
  const { ref, label, text, onTextChange, isLong = false, onSubmit, onEscape, onPasteFiles } = props;
  const box = useRef<HTMLDivElement>(null);
  const callable = useCallablePeople(text, props.subject);
  const compose = useComposeField({ callable, text, onTextChange });
  const { field } = compose;
  const [wantsPreview, setWantsPreview] = useState(false);
  // A text that was sent leaves an empty field.
  if (wantsPreview && text.trim() === "") setWantsPreview(false);
  const isPreview = wantsPreview && text.trim() !== "";
  useImperativeHandle(ref, () => ({
    focus() {
      if (isPreview) flushSync(() => setWantsPreview(false));
      field.current?.focus();
      field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
    },
    calledIds: compose.calledIds,
  }));

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (compose.takeKey(event) || isComposing(event)) return;
    const isEnter = event.key === "Enter";
    if (isEnter && (isLong ? event.ctrlKey || event.metaKey : !event.shiftKey)) {
      if (!onSubmit) return;
      event.preventDefault();
      return onSubmit();
    }
    if (compose.takeWritingKey(event, isEnter) || event.key !== "Escape" || !onEscape) return;
    event.preventDefault();
    event.stopPropagation();
    onEscape();
  }
  return (
    <div
      ref={box}
      className={cx(
        "field-box min-w-0",
        isLong ? "rounded-lg px-3 py-2.5" : "flex-1 rounded-md px-2.5 py-1.5",
      )}
    >
      {props.above}
      <GrowingTextArea
        {...compose.areaProps}
        ref={field}
        data-kept={isLong || undefined}
        aria-label={label}
        aria-describedby={props.describedBy}
        placeholder={props.placeholder ?? label}
        className={isLong ? "min-h-12" : undefined}
        hidden={isPreview}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          if (onPasteFiles?.(event.clipboardData)) event.preventDefault();
        }}
      />
      {isPreview && (
        <Preview
          content={text}
          people={[...compose.picked, ...callable.people]}
          label={`Preview: ${label}`}
        />
      )}
      <SuggestionList list={compose.list} anchor={box} />
      <div className="flex flex-wrap items-center gap-1 pt-1">
        {props.tools}
        {!isPreview && <EmojiButton onPick={compose.insert} />}
        {isLong && !isPreview && (
          <>
            <IconButton label="Link" icon={Link2} size="sm" onClick={() => compose.mark("link")} />
            <IconButton label="Code" icon={Code} size="sm" onClick={() => compose.mark("code")} />
          </>
        )}
        {isLong && (
          <IconButton
            label="Preview"
            icon={Eye}
            size="sm"
            pressed={isPreview}
            disabled={text.trim() === ""}
            onClick={() => setWantsPreview(!isPreview)}
          />
        )}
        <LengthCount text={text} max={props.max} />
        <span className="ml-auto">{props.end}</span>
      </div>
    </div>
  );
}

/** The text as its readers will see it. */
function Preview({ content, people, label }: { content: string; people: readonly Mention[]; label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long preview is scrolled by keys
      tabIndex={0}
      className="max-h-composer min-h-12 overflow-y-auto text-sm leading-relaxed wrap-anywhere"
    >
      <WrittenText
        content={content.trim()}
        calls={{ mentions: [...people], mentionsAll: null }}
        viewerId={useViewer().id}
      />
    </section>
  );
}
