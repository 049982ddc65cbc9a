import type { Message, ProgramButton } from "@atoll/contract/chat/schemas";
import { hasLink } from "@atoll/contract/mentions";
import { AppError } from "../../../platform/app-error.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { refreshNotificationsOfMessage } from "../notifications/notify-of-message.ts";
import { changeMessage } from "../stream/stream.ts";

/** Gives buttons to a message that a program has just written, in the transaction that wrote it. */
export async function addButtons(
  tx: Database,
  message: Message,
  buttons: readonly ProgramButton[],
): Promise<Message> {
  if (buttons.length === 0) return message;
  await tx
    .updateTable("messages")
    .set({ buttons: JSON.stringify(buttons) })
    .where("id", "=", message.id)
    .execute();
  return { ...message, buttons: [...buttons] };
}

/**
 * Replaces the text and the buttons of a program's message, at the request of a member of its channel.
 * @param also writes to other tables in the transaction.
 * @throws {AppError} `message_not_found` if it was deleted, or is not by this program; `channel_archived`.
 */
export function rewriteMessage(
  context: SliceContext,
  { programId, memberId }: { programId: string; memberId: string },
  target: { id: string; channel_id: string },
  { content, buttons }: { content: string; buttons: readonly ProgramButton[] },
  also: (tx: Database) => Promise<void>,
): Promise<Message> {
  const how = { doing: "change", event: "message.edited" } as const;
  return changeMessage(context, memberId, target, how, async (tx, current, { at }) => {
    if (current.author_id !== programId) throw new AppError("message_not_found");
    await also(tx);
    await refreshNotificationsOfMessage(tx, current);
    return {
      content,
      buttons: buttons.length > 0 ? JSON.stringify(buttons) : null,
      edited_at: at,
      updated_at: at,
      has_link: hasLink(content),
    };
  });
}
