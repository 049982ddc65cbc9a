import { questionTextMaxLength } from "@atoll/contract/questions/limits";
import { type KeyboardEvent, type ReactNode, type Ref, useImperativeHandle, useRef } from "react";
import { useCallablePeople } from "../../capabilities/comments/use-callable-people.ts";
import { EmojiButton } from "../../capabilities/writing/emoji/emoji-button.tsx";
import { GrowingTextArea } from "../../capabilities/writing/field/growing-text-area.tsx";
import { LengthCount } from "../../capabilities/writing/field/length-count.tsx";
import { SuggestionList } from "../../capabilities/writing/field/suggestion-list.tsx";
import { useComposeField } from "../../capabilities/writing/field/use-compose-field.ts";
import { isComposing } from "../../lib/page/is-composing.ts";

export interface WriteFieldHandle {
  focus(): void;
  calledIds(known?: readonly { id: string; name: string }[]): string[];
}

interface WriteFieldProps {
  ref: Ref<WriteFieldHandle>;
  label: string;
  placeholder?: string;
  text: string;
  onTextChange: (text: string) => void;
  /** Ctrl or Cmd with Enter. Left out in a dialog, whose form these keys send. */
  onSubmit?: () => void;
  onPasteFiles?: (data: DataTransfer) => boolean;
  above?: ReactNode;
  tools?: ReactNode;
  /** At the right of the tools. */
  end?: ReactNode;
}

/** Where a question or an answer is written: Enter is a new line, and Ctrl+Enter sends. */
export function WriteField(props: WriteFieldProps) {
  const { ref, label, text, onTextChange, onSubmit, onPasteFiles } = props;
  const box = useRef<HTMLDivElement>(null);
  const compose = useComposeField({ callable: useCallablePeople(text), text, onTextChange });
  const { field } = compose;
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus(), calledIds: compose.calledIds }));

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (compose.takeKey(event) || isComposing(event)) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      if (!onSubmit) return;
      event.preventDefault();
      return onSubmit();
    }
    compose.takeWritingKey(event, event.key === "Enter");
  }
  return (
    <div ref={box} className="field-box min-w-0 rounded-lg px-3 py-2.5">
      {props.above}
      <GrowingTextArea
        {...compose.areaProps}
        ref={field}
        data-kept
        aria-label={label}
        placeholder={props.placeholder ?? label}
        className="min-h-12"
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          if (onPasteFiles?.(event.clipboardData)) event.preventDefault();
        }}
      />
      <SuggestionList list={compose.list} anchor={box} />
      <div className="flex items-center gap-1 pt-1">
        {props.tools}
        <EmojiButton onPick={compose.insert} />
        <LengthCount text={text} max={questionTextMaxLength} />
        <span className="ml-auto">{props.end}</span>
      </div>
    </div>
  );
}
