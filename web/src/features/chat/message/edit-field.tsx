import { messageMaxLength } from "@atoll/contract/chat/limits";
import type { Mention } from "@atoll/contract/mentions";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { GrowingTextArea } from "../../../capabilities/writing/field/growing-text-area.tsx";
import { LengthCount } from "../../../capabilities/writing/field/length-count.tsx";
import { SuggestionList } from "../../../capabilities/writing/field/suggestion-list.tsx";
import { isTooLong } from "../../../capabilities/writing/field/text-length.ts";
import { useComposeField } from "../../../capabilities/writing/field/use-compose-field.ts";
import { isComposing } from "../../../lib/page/is-composing.ts";
import { Button } from "../../../ui/button/button.tsx";
import { useCallable } from "../composer/use-callable.ts";
import { useChannel } from "../session/use-channels.ts";

export interface EditFieldProps {
  channelId: string;
  text: string;
  onTextChange: (text: string) => void;
  /** The people the text has mentioned until now. */
  called?: readonly Mention[];
  /** There are files: a text is not needed. */
  mayBeEmpty?: boolean;
  /** The label of the button. */
  action: "Save" | "Send";
  isBusy?: boolean;
  error?: string | null;
  /** Called with the people the text mentions, and with the known people it does not mention. */
  onSave: (calls: { ids: string[]; known: readonly { id: string }[] }) => void;
  onCancel: () => void;
}

/** A field in the place of a text that was written: Enter takes it, Escape leaves it. Specification, section 4 (chat). */
export function EditField(props: EditFieldProps) {
  const { channelId, text, called, mayBeEmpty = false, action, isBusy = false, error, onCancel } = props;
  const box = useRef<HTMLDivElement>(null);
  const channel = useChannel(channelId);
  const callable = useCallable(channelId, channel, text);
  const compose = useComposeField({ callable, text, onTextChange: props.onTextChange });
  const { field } = compose;
  const cannotSave = (text.trim() === "" && !mayBeEmpty) || isTooLong(text, messageMaxLength);
  useEffect(() => {
    const element = field.current;
    element?.focus();
    element?.setSelectionRange(element.value.length, element.value.length);
  }, [field]);
  const save = () => props.onSave({ ids: compose.calledIds(called), known: callable.people });

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // The arrows and letters here are the field's, not the list's.
    event.stopPropagation();
    if (compose.takeKey(event) || isComposing(event)) return;
    if (compose.takeWritingKey(event, event.key === "Enter" && event.shiftKey)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      onCancel();
    }
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (!cannotSave) save();
    }
  }
  return (
    <div className="my-1">
      <div ref={box} className="field-box rounded-md px-2.5 py-1.5">
        <GrowingTextArea
          {...compose.areaProps}
          ref={field}
          aria-label="Edit message"
          aria-describedby={error ? "message-edit-error" : undefined}
          onKeyDown={onKeyDown}
        />
      </div>
      <SuggestionList list={compose.list} anchor={box} />
      {error && (
        <p id="message-edit-error" role="alert" className="pt-1 font-medium text-danger-text text-xs">
          {error}
        </p>
      )}
      <div className="flex items-center gap-2 pt-1.5 pb-1">
        <Button size="xs" variant="primary" disabled={cannotSave} loading={isBusy} onClick={save}>
          {action}
        </Button>
        <Button size="xs" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <LengthCount text={text} max={messageMaxLength} />
      </div>
    </div>
  );
}
