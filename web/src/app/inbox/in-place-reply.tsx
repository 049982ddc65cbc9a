import { messageMaxLength } from "@atoll/contract/chat/limits";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { SendHorizontal } from "lucide-react";
import { type FormEvent, useState } from "react";
import { uuidv7 } from "uuidv7";
import { isComposing } from "../../lib/page/is-composing.ts";
import { call, errorMessage } from "../../lib/server/api-client.ts";
import { Button } from "../../ui/button/button.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { notify } from "../../ui/toast/toast.tsx";

export interface InPlaceReplyProps {
  entryId: string;
  channelId: string;
  parentId: string | null;
  label: string;
  onSent: () => void;
}

/** Answers a message from the inbox, in its chat or thread. What is typed stays for the session until it is sent. */
export function InPlaceReply({ entryId, channelId, parentId, label, onSent }: InPlaceReplyProps) {
  const draftKey = `inbox-reply/${entryId}`;
  const [text, setText] = useState(() => sessionStorage.getItem(draftKey) ?? "");
  // Repeating a failed request sends the same message once.
  const [messageId, setMessageId] = useState(() => uuidv7());
  const [isSending, setIsSending] = useState(false);
  const content = text.trim();

  function write(next: string) {
    setText(next);
    setMessageId(uuidv7());
    sessionStorage.setItem(draftKey, next);
  }

  async function send(event?: FormEvent) {
    event?.preventDefault();
    if (content === "" || isSending) return;
    setIsSending(true);
    try {
      await call(chatRoutes.postMessage, {
        params: { channelId },
        body: { id: messageId, content, parentId },
      });
      write("");
      sessionStorage.removeItem(draftKey);
      onSent();
    } catch (error) {
      notify.error(errorMessage(error));
    } finally {
      setIsSending(false);
    }
  }
  return (
    <form
      className="rounded-lg border border-strong bg-surface-raised p-2 focus-within:border-ring"
      onSubmit={(event) => void send(event)}
    >
      <TextArea
        grows
        hideLabel
        label={label}
        maxLength={messageMaxLength}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
          event.preventDefault();
          void send();
        }}
        placeholder={label}
        rows={2}
        value={text}
      />
      <div className="mt-2 flex items-center justify-end gap-3">
        <span className="text-faint text-xs">Sending marks this done</span>
        <Button
          disabled={content === ""}
          icon={SendHorizontal}
          loading={isSending}
          size="sm"
          type="submit"
          variant="primary"
        >
          Send
        </Button>
      </div>
    </form>
  );
}
