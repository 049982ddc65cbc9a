import type { Message } from "@atoll/contract/chat/schemas";
import { useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { useChat } from "../session/chat-provider.tsx";

/** Announces new messages of others in the open channel to assistive technology, without its history. */
export function NewMessageAnnouncer({ messages }: { messages: readonly Message[] }) {
  const { viewer } = useChat();
  const last = messages.at(-1);
  const [heard, setHeard] = useState({ seq: last?.seq, text: "" });
  if (last && last.seq !== heard.seq) {
    const isNews = heard.seq !== undefined && last.seq > heard.seq && last.author.id !== viewer.id;
    const text = isNews ? `New message from ${authorName(last.author)}` : "";
    setHeard({ seq: last.seq, text });
  }
  return (
    <div aria-live="polite" className="sr-only">
      {heard.text}
    </div>
  );
}
