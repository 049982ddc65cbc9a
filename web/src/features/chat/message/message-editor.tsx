import { type Message, messageMaxLength } from "@atoll/contract/chat/schemas";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { GrowingTextArea } from "../../../capabilities/writing/field/growing-text-area.tsx";
import { isComposing } from "../../../capabilities/writing/field/is-composing.ts";
import { LengthCount } from "../../../capabilities/writing/field/length-count.tsx";
import { SuggestionList } from "../../../capabilities/writing/field/suggestion-list.tsx";
import { isTooLong } from "../../../capabilities/writing/field/text-length.ts";
import { useComposeField } from "../../../capabilities/writing/field/use-compose-field.ts";
import { Button } from "../../../ui/button/button.tsx";
import { useCallable } from "../composer/use-callable.ts";
import { useChannel } from "../session/use-channels.ts";
import type { MessageWork } from "./use-message-work.ts";

/** A message being changed in its place: Enter saves, Escape cancels. Specification, section 4 (chat). */
export function MessageEditor({ message, work }: { message: Message; work: MessageWork }) {
  const box = useRef<HTMLDivElement>(null);
  const text = work.editing?.text ?? "";
  const { channelId } = message;
  const channel = useChannel(channelId);
  const callable = useCallable(channelId, channel, text);
  const compose = useComposeField({ callable, text, onTextChange: work.setText });
  const { field } = compose;
  const cannotSave = text.trim() === "" || isTooLong(text, messageMaxLength);
  useEffect(() => {
    const element = field.current;
    element?.focus();
    element?.setSelectionRange(element.value.length, element.value.length);
  }, [field]);
  const save = () => void work.save(compose.calledIds(message.mentions));

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // The arrows and letters here are the field's, not the list's.
    event.stopPropagation();
    if (compose.takeKey(event) || isComposing(event)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      work.cancel();
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
          aria-describedby={work.error ? "message-edit-error" : undefined}
          onKeyDown={onKeyDown}
        />
      </div>
      <SuggestionList list={compose.list} anchor={box} />
      {work.error && (
        <p id="message-edit-error" role="alert" className="pt-1 font-medium text-danger-text text-xs">
          {work.error}
        </p>
      )}
      <div className="flex items-center gap-2 pt-1.5 pb-1">
        <Button size="xs" variant="primary" disabled={cannotSave} loading={work.isBusy} onClick={save}>
          Save
        </Button>
        <Button size="xs" variant="ghost" onClick={work.cancel}>
          Cancel
        </Button>
        <LengthCount text={text} max={messageMaxLength} />
      </div>
    </div>
  );
}
