import { type Channel, type Message, messageMaxLength } from "@atoll/contract/chat/schemas";
import { AtSign, SendHorizontal } from "lucide-react";
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useSyncExternalStore,
} from "react";
import { AttachButton } from "../../../capabilities/files/upload/attach-button.tsx";
import { AttachmentTray } from "../../../capabilities/files/upload/attachment-tray.tsx";
import { pastedFiles } from "../../../capabilities/files/upload/transferred-files.ts";
import { useTray } from "../../../capabilities/files/upload/use-tray.ts";
import { useDraft } from "../../../capabilities/offline/drafts/use-draft.ts";
import { EmojiButton } from "../../../capabilities/writing/emoji/emoji-button.tsx";
import { GrowingTextArea } from "../../../capabilities/writing/field/growing-text-area.tsx";
import { LengthCount } from "../../../capabilities/writing/field/length-count.tsx";
import { SuggestionList } from "../../../capabilities/writing/field/suggestion-list.tsx";
import { isTooLong } from "../../../capabilities/writing/field/text-length.ts";
import { useComposeField } from "../../../capabilities/writing/field/use-compose-field.ts";
import { afterPaint } from "../../../lib/page/after-paint.ts";
import { isComposing } from "../../../lib/page/is-composing.ts";
import { isTouch } from "../../../lib/page/is-touch.ts";
import { realtime } from "../../../lib/server/socket.ts";
import { useIsOffline } from "../../../lib/server/use-offline.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { Kbd } from "../../../ui/badge/kbd.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Spinner } from "../../../ui/progress/spinner.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { channelTitle } from "../channel-list/channel-title.ts";
import { answersOf, commandIn } from "../commands/answers.ts";
import { useChat } from "../session/chat-provider.tsx";
import { typingOf } from "../session/typing.ts";
import { writingPlace } from "../stream/writing-place.ts";
import { withQuote } from "./quote.ts";
import { useCallable } from "./use-callable.ts";

const deskPart = lazyPart(() => import("../commands/command-desk.tsx"));
const anywherePart = lazyPart(() => import("./typing-anywhere.ts"));

/** The methods of a composer for other components. */
export interface ComposerHandle {
  focus(): void;
  /** Appends a text to the draft. */
  add(text: string): void;
  /** Appends a quoted message to the draft, and focuses the field. */
  quote(message: Message): void;
}

export interface ComposerProps {
  ref?: Ref<ComposerHandle>;
  channelId: string;
  /** The message whose thread is written in. Null for the channel itself. */
  parentId?: string | null;
  /** Undefined while the list is loading. */
  channel: Channel | undefined;
  isDisconnected: boolean;
  /** The up arrow was pressed in an empty field. */
  onEditLast?: () => void;
}

/**
 * The field for writing a message. Drafts survive a reload and follow the person to their other devices. Specification,
 * section 5 (chat send).
 */
export function Composer(props: ComposerProps) {
  const { ref, channelId, parentId = null, channel, isDisconnected, onEditLast } = props;
  const { send, channels } = useChat();
  const signedIn = useSignedIn();
  const typing = typingOf(signedIn);
  const box = useRef<HTMLDivElement>(null);
  const place = writingPlace(channelId, parentId);
  const tray = useTray(place);
  const { text, read, write } = useDraft(place);
  const callable = useCallable(channelId, channel, text);
  const compose = useComposeField({ callable, text, onTextChange: change });
  const { field } = compose;
  const answers = answersOf(signedIn);
  const hasAnswers = useSyncExternalStore(answers.subscribe, () => answers.of(place).length > 0);
  const desk = useLazyPart(deskPart, hasAnswers || text.startsWith("/"), () => undefined);
  const isRunning = useRef(false);
  const given = {
    ...{ channelId, channel, parentId, channels: channels.get() ?? [] },
    ...{ people: callable.people, picked: compose.picked },
  };
  // Files are uploaded as they are chosen.
  const isOffline = useIsOffline();
  const isEmpty = text.trim() === "" && tray.uploads.length === 0;
  const cannotSend = isDisconnected || isEmpty || tray.hasFailure || isTooLong(text, messageMaxLength);
  const label =
    parentId === null ? `Message ${channel ? channelTitle(channel) : ""}`.trim() : "Reply in thread";
  useEffect(() => {
    // A keyboard is at hand; on touch the one on the screen would cover the messages.
    if (!matchMedia("(pointer: fine)").matches) return undefined;
    // The browser lays the page out for it, and the messages are to be seen first.
    return afterPaint(() => takeFocus(field.current, parentId !== null));
  }, [field, parentId]);
  const anywhere = useLazyPart(anywherePart, parentId === null, () => undefined);
  useEffect(() => anywhere?.writeFromAnywhere(() => field.current), [anywhere, field]);
  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    add: (more) => write([read().trimEnd(), more].filter((part) => part !== "").join("\n\n")),
    quote(message) {
      write(withQuote(read(), message));
      // A menu keeps the focus until it is closed.
      requestAnimationFrame(() => field.current?.focus());
    },
  }));

  function change(next: string) {
    write(next);
    if (next.trim() === "" || next.startsWith("/")) typing.stopped(channelId, parentId);
    else typing.pressed(channelId, parentId);
  }
  function submit() {
    if (cannotSend) return;
    if (commandIn(text) === null) sendText();
    else if (!isRunning.current) void runCommand();
  }
  async function runCommand() {
    isRunning.current = true;
    try {
      await (await deskPart.load()).runCommand({
        ...{ place, text, given: { ...given, signedIn }, isOffline, hasFiles: tray.uploads.length > 0 },
        onDone: () => read() === text && write(""),
        onSendAsText: () => read() === text && sendText(),
      });
    } catch {
      notify.error("Commands need a connection. Your words stay here.");
    }
    isRunning.current = false;
  }
  function sendText() {
    send(channelId, text, { parentId, mentionIds: compose.calledIds(), uploadIds: tray.take() });
    change("");
    field.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (compose.takeKey(event) || isComposing(event)) return;
    if (compose.takeWritingKey(event, event.key === "Enter" && (event.shiftKey || isTouch()))) return;
    if (event.shiftKey) return;
    // With Alt the arrows lead to other chats.
    if (event.key === "ArrowUp" && !event.altKey && text === "" && onEditLast) {
      event.preventDefault();
      onEditLast();
    }
    // The keyboard on a screen has a key for it, and none with Shift: there the button sends.
    if (event.key === "Enter" && (!isTouch() || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit();
    }
  }
  return (
    <div
      ref={box}
      data-clear-of-toasts
      data-wants-room
      // As a draft: a new version of the app need not wait for it.
      data-kept
      className={cx(
        "mx-2 mt-1.5 mb-2 flex-none short:mt-0 short:mb-1 rounded-lg border pt-2 pr-1.5 pb-1.5 pl-2 transition-[border-color,box-shadow] duration-fast md:mx-4 md:mb-3.5",
        isDisconnected ? "border-strong bg-surface-sunken" : ready,
      )}
    >
      {channel?.hasGuests && !signedIn.viewer.isGuest && (
        <p className="px-1.5 pb-1 text-warning-text text-xs">Guests from outside the company read this.</p>
      )}
      {desk && <desk.CommandDesk place={place} text={text} given={given} />}
      <AttachmentTray place={place} />
      <GrowingTextArea
        {...compose.areaProps}
        ref={field}
        // Writing remains possible offline. Only functions that need the connection are disabled.
        aria-label={label}
        placeholder={isDisconnected ? "Reconnecting" : label}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const files = pastedFiles(event.clipboardData);
          if (files.length === 0) return;
          event.preventDefault();
          tray.add(files);
        }}
        className="px-1.5 pt-0.5 pb-1.5 placeholder:truncate"
      />
      <SuggestionList list={compose.list} anchor={box} />
      <div className="flex items-center gap-2">
        <div className="flex gap-0.5">
          <AttachButton disabled={isDisconnected || isOffline} onFiles={tray.add} />
          <IconButton
            label="Mention someone"
            icon={AtSign}
            size="sm"
            onClick={() => compose.insert("@", true)}
          />
          <EmojiButton onPick={compose.insert} />
        </div>
        {isDisconnected && (
          <span className="flex min-w-0 items-center gap-2 text-faint text-xs">
            <Spinner size={14} />
            {text !== "" && "Reconnecting"}
            <Button size="sm" variant="ghost" onClick={realtime.retryNow}>
              Retry now
            </Button>
          </span>
        )}
        <LengthCount text={text} max={messageMaxLength} />
        <span
          className={cx(
            "ml-auto flex min-w-0 items-center gap-1 overflow-hidden whitespace-nowrap text-2xs text-faint max-md:hidden",
            // A thread has no room for it.
            (isDisconnected || parentId !== null) && "invisible",
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

function takeFocus(field: HTMLTextAreaElement | null, isInThread: boolean): void {
  const active = document.activeElement;
  if (!field || field.closest("section")?.contains(active)) return;
  // The message that a link led to may already have the focus, perhaps in the thread panel. A thread is opened from a
  // message.
  if (!isInThread && active?.closest("article")) return;
  field.setSelectionRange(field.value.length, field.value.length);
  field.focus({ preventScroll: true });
}

const ready =
  "border-control bg-surface-raised shadow-1 hover:border-(--text-faint) focus-within:border-ring " +
  "focus-within:shadow-[0_0_0_1px_var(--ring),0_0_0_4px_color-mix(in_oklab,var(--ring)_18%,transparent)]";
