import type { Message } from "@atoll/contract/chat/schemas";
import { type RefObject, useState } from "react";
import { errorMessage } from "../../../lib/api-client.ts";
import { useChat } from "../chat-provider.tsx";
import type { ComposerHandle } from "./composer.tsx";

export interface MessageWork {
  /** The message whose text is being changed. It lives here, because the row may be scrolled out and in. */
  editing: { message: Message; text: string; returnFocus: (() => void) | null } | null;
  deleting: Message | null;
  isBusy: boolean;
  /** Why the last try failed. */
  error: string | null;
  /** Opens the thread of a message; null where threads are not opened from. */
  openThread: ((message: Message) => void) | null;
  /** Puts a message as a quote into the composer; null where nothing can be written. */
  quote: ((message: Message) => void) | null;
  /** `returnFocus` is called when it is done; the message itself has the focus then by default. */
  startEditing(message: Message, returnFocus?: () => void): void;
  setText(text: string): void;
  /** Saves the text, which calls these people. */
  save(mentionIds?: string[]): Promise<void>;
  askToDelete(message: Message): void;
  confirmDelete(): Promise<void>;
  /** Leaves the editor or the question. */
  cancel(): void;
}

export interface MessageWorkOptions {
  openThread?: MessageWork["openThread"];
  /** Where an answer to a message is written. */
  composer?: RefObject<ComposerHandle | null>;
}

/** Changing and deleting one's own messages, one at a time. Specification, sections 4 and 5 (chat). */
export function useMessageWork({ openThread = null, composer }: MessageWorkOptions = {}): MessageWork {
  const chat = useChat();
  const [editing, setEditing] = useState<MessageWork["editing"]>(null);
  const [deleting, setDeleting] = useState<Message | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  function cancel() {
    if (editing) giveFocusBack(editing);
    setEditing(null);
    setDeleting(null);
    setError(null);
  }
  async function run(action: () => Promise<void>) {
    if (isBusy) return;
    setIsBusy(true);
    setError(null);
    try {
      await action();
      cancel();
    } catch (thrown) {
      setError(errorMessage(thrown));
    } finally {
      setIsBusy(false);
    }
  }

  return {
    openThread,
    editing,
    deleting,
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
      if (deleting) await run(() => chat.remove(deleting));
    },
  };
}

/** Once the editor is gone from the page. */
function giveFocusBack({ message, returnFocus }: NonNullable<MessageWork["editing"]>): void {
  const focusMessage = () =>
    document.querySelector<HTMLElement>(`[data-message="${CSS.escape(message.id)}"]`)?.focus();
  requestAnimationFrame(returnFocus ?? focusMessage);
}
