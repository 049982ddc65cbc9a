import { errorTexts } from "@atoll/contract/errors/error-texts";
import { notify } from "../../../ui/toast/toast.tsx";
import type { MessageOutbox } from "./message-kind.ts";

/**
 * The viewer is no longer in a channel, and something they wrote there had not left. It stays in the outbox, to be
 * tried again should they come back, and can be copied now.
 */
export function showUnsent(outbox: MessageOutbox, channelId: string): void {
  const unsent = outbox.entries().filter(({ body }) => body.channelId === channelId);
  if (unsent.length === 0) return;
  // The Not sent page lists them, too.
  for (const entry of unsent) outbox.put({ ...entry, failure: errorTexts.channel_not_found });
  const text = unsent.map(({ body }) => body.content).join("\n\n");
  notify.error("Your message was not sent: you are no longer in this channel", {
    id: `unsent ${channelId}`,
    action: { label: "Copy text", onClick: () => void navigator.clipboard.writeText(text) },
  });
}
