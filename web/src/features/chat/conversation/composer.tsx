import type { Channel } from "@atoll/contract/chat/schemas";
import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Kbd } from "../../../ui/kbd.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { channelTitle } from "../channel-title.ts";
import { useChat } from "../chat-provider.tsx";
import { readDraft, writeDraft } from "./drafts.ts";
import { GrowingTextArea } from "./growing-text-area.tsx";
import { isComposing } from "./is-composing.ts";
import { LengthCount } from "./length-count.tsx";
import { isTooLong } from "./message-length.ts";

export interface ComposerProps {
  channelId: string;
  /** Undefined while the list is loading. */
  channel: Channel | undefined;
  isDisconnected: boolean;
}

/** Where a message is written. What is typed outlives a reload. Specification, section 5 (chat send). */
export function Composer({ channelId, channel, isDisconnected }: ComposerProps) {
  const { viewer, send } = useChat();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => readDraft(viewer.id, channelId));
  const cannotSend = isDisconnected || text.trim() === "" || isTooLong(text);
  const title = channel ? channelTitle(channel) : "";
  useFocusKept(field, isDisconnected);
  useEffect(() => {
    // A keyboard is at hand; on touch the one on the screen would cover the messages.
    if (matchMedia("(pointer: fine)").matches) field.current?.focus({ preventScroll: true });
  }, []);

  function change(next: string) {
    setText(next);
    writeDraft(viewer.id, channelId, next);
  }
  function submit() {
    if (cannotSend) return;
    send(channelId, text);
    change("");
    field.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    submit();
  }
  return (
    <div
      className={cx(
        "mx-2 mt-1.5 mb-2 flex-none rounded-lg border pt-2 pr-1.5 pb-1.5 pl-2 transition-[border-color,box-shadow] duration-fast md:mx-4 md:mb-3.5",
        isDisconnected ? "border-strong bg-surface-sunken" : ready,
      )}
    >
      <GrowingTextArea
        ref={field}
        aria-label={isDisconnected ? "Reconnecting" : `Message ${title}`}
        placeholder={isDisconnected ? "Reconnecting" : `Message ${title}`}
        disabled={isDisconnected}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
        className="px-1.5 pt-0.5 pb-1.5 placeholder:truncate"
      />
      <div className="flex items-center gap-2 pl-1.5">
        {isDisconnected && (
          <span className="flex items-center gap-2 text-faint text-xs">
            <Spinner size={14} />
            {text !== "" && "Reconnecting"}
          </span>
        )}
        <LengthCount text={text} />
        <span
          className={cx(
            "ml-auto flex items-center gap-1 text-2xs text-faint max-md:hidden",
            isDisconnected && "invisible",
          )}
          aria-hidden="true"
        >
          <Kbd>Enter</Kbd> to send, <Kbd>Shift Enter</Kbd> for a new line
        </span>
        <Button
          size="sm"
          variant="primary"
          icon={SendHorizontal}
          disabled={cannotSend}
          onClick={submit}
          className="max-md:ml-auto max-md:w-9 max-md:px-0"
        >
          <span className="max-md:sr-only">Send</span>
        </Button>
      </div>
    </div>
  );
}

const ready =
  "border-control bg-surface-raised shadow-1 hover:border-(--text-faint) focus-within:border-ring " +
  "focus-within:shadow-[0_0_0_1px_var(--ring),0_0_0_4px_color-mix(in_oklab,var(--ring)_18%,transparent)]";

/** A field that is disabled loses the focus; when it is usable again it gets it back, if nothing else has it. */
function useFocusKept(field: { current: HTMLTextAreaElement | null }, isDisabled: boolean): void {
  const hadFocus = useRef(false);
  useEffect(() => {
    const element = field.current;
    if (!element) return undefined;
    if (!isDisabled && hadFocus.current && document.activeElement === document.body) element.focus();
    const remember = () => {
      hadFocus.current = true;
    };
    // A field that is disabled while it has the focus fires no blur of its own accord.
    const forget = () => {
      hadFocus.current = element.disabled;
    };
    element.addEventListener("focus", remember);
    element.addEventListener("blur", forget);
    return () => {
      element.removeEventListener("focus", remember);
      element.removeEventListener("blur", forget);
    };
  }, [field, isDisabled]);
}
