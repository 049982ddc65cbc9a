import type { Message } from "@atoll/contract/chat/schemas";
import { useState } from "react";
import { errorMessage } from "../../../lib/api-client.ts";
import { useChat } from "../chat-provider.tsx";

export interface MessageWork {
  /** The message whose text is being changed. It lives here, because the row may be scrolled out and in. */
  editing: { message: Message; text: string } | null;
  deleting: Message | null;
  isBusy: boolean;
  /** Why the last try failed. */
  error: string | null;
  startEditing(message: Message): void;
  setText(text: string): void;
  save(): Promise<void>;
  askToDelete(message: Message): void;
  confirmDelete(): Promise<void>;
  /** Leaves the editor or the question. */
  cancel(): void;
}

/** Changing and deleting one's own messages, one at a time. Specification, sections 4 and 5 (chat). */
export function useMessageWork(): MessageWork {
  const chat = useChat();
  const [editing, setEditing] = useState<MessageWork["editing"]>(null);
  const [deleting, setDeleting] = useState<Message | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  function cancel() {
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
    editing,
    deleting,
    isBusy,
    error,
    cancel,
    startEditing(message) {
      cancel();
      setEditing({ message, text: message.content });
    },
    setText: (text) => setEditing((current) => current && { ...current, text }),
    async save() {
      if (!editing || editing.text.trim() === "") return;
      if (editing.text.trim() === editing.message.content) return cancel();
      await run(() => chat.edit(editing.message, editing.text));
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
