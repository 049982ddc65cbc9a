import type { Message } from "@atoll/contract/chat/schemas";
import { type RefObject, useRef, useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import type { ComposerHandle } from "../composer/composer.tsx";
import { useChat } from "../session/chat-provider.tsx";
import { messageElement } from "./message-element.ts";

export interface MessageWork {
  /** The element with the messages. The same message may be in a channel and in the thread next to it. */
  list: RefObject<HTMLDivElement | null>;
  /** The message being edited. The state is here, because its row may scroll out and back in. */
  editing: { message: Message; text: string; returnFocus: (() => void) | null } | null;
  deleting: Message | null;
  /** The ID of the message whose reactions are shown. */
  reactionsOf: string | null;
  isBusy: boolean;
  /** Why the last try failed. */
  error: string | null;
  /** Opens the thread of a message; null where threads are not opened from. */
  openThread: ((message: Message) => void) | null;
  /** Puts a message as a quote into the composer; null where nothing can be written. */
  quote: ((message: Message) => void) | null;
  /** `returnFocus` is called at the end; by default the message gets the focus. */
  startEditing(message: Message, returnFocus?: () => void): void;
  setText(text: string): void;
  /** Saves the text, which calls these people. */
  save(mentionIds?: string[]): Promise<void>;
  askToDelete(message: Message): void;
  confirmDelete(): Promise<void>;
  showReactions(messageId: string | null): void;
  /** Leaves the editor or the question. */
  cancel(): void;
}

export interface MessageWorkOptions {
  openThread?: MessageWork["openThread"];
  /** Where an answer to a message is written. */
  composer?: RefObject<ComposerHandle | null>;
}

/** Edits and deletes the viewer's own messages, one at a time. Specification, sections 4 and 5 (chat). */
export function useMessageWork({ openThread = null, composer }: MessageWorkOptions = {}): MessageWork {
  const chat = useChat();
  const list = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState<MessageWork["editing"]>(null);
  const [deleting, setDeleting] = useState<Message | null>(null);
  const [reactionsOf, setReactionsOf] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  function cancel() {
    if (editing) giveFocusBack(editing.returnFocus ?? (() => focusMessage(editing.message.id)));
    if (deleting) giveFocusBack(() => focusMessage(deleting.id));
    close();
  }
  function close() {
    setEditing(null);
    setDeleting(null);
    setError(null);
  }
  function focusMessage(id: string | undefined) {
    const message = id && messageElement(list.current, id);
    if (message) message.focus();
    else composer?.current?.focus();
  }
  /** Returns the message after a deleted one, or before the last, which then gets the focus. */
  function neighbourOf(id: string): string | undefined {
    const messages = [...(list.current?.querySelectorAll<HTMLElement>("[data-message]") ?? [])];
    const at = messages.findIndex(({ dataset }) => dataset.message === id);
    return at === -1 ? undefined : (messages[at + 1] ?? messages[at - 1])?.dataset.message;
  }
  async function run(action: () => Promise<void>, finish = cancel) {
    if (isBusy) return;
    setIsBusy(true);
    setError(null);
    try {
      await action();
      finish();
    } catch (thrown) {
      setError(errorMessage(thrown));
    } finally {
      setIsBusy(false);
    }
  }

  return {
    list,
    openThread,
    editing,
    deleting,
    reactionsOf,
    showReactions(messageId) {
      if (messageId === null && reactionsOf !== null) giveFocusBack(() => focusMessage(reactionsOf));
      setReactionsOf(messageId);
    },
    isBusy,
    error,
    cancel,
    quote: composer ? (message) => composer.current?.quote(message) : null,
    startEditing(message, returnFocus) {
      setDeleting(null);
      setError(null);
      setEditing({ message, text: message.content, returnFocus: returnFocus ?? null });
    },
    setText: (text) => setEditing((current) => current && { ...current, text }),
    async save(mentionIds) {
      if (!editing || editing.text.trim() === "") return;
      if (editing.text.trim() === editing.message.content) return cancel();
      await run(() => chat.edit(editing.message, editing.text, mentionIds));
    },
    askToDelete(message) {
      cancel();
      setDeleting(message);
    },
    async confirmDelete() {
      if (!deleting) return;
      const neighbour = neighbourOf(deleting.id);
      await run(
        () => chat.remove(deleting),
        () => {
          giveFocusBack(() => focusMessage(neighbour));
          close();
        },
      );
    },
  };
}

/** Waits until the editor or the dialog is closed. The button that opened it is hidden by then. */
function giveFocusBack(focus: () => void): void {
  requestAnimationFrame(focus);
}
