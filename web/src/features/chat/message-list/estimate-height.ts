import { isLong } from "../message/long-message.tsx";
import type { MessageRow } from "../message/message-rows.ts";

/**
 * Estimates the height of a row that was never rendered, in pixels, rather too low: scrolling corrects the difference,
 * which is impossible at the top of the list if the estimate was too high.
 */
export function estimateHeight({ item, isFollowUp, startsDay, startsNew }: MessageRow): number {
  const { content } = item.kind === "message" ? item.message : item.entry.body;
  let height = isFollowUp ? 4 : 28;
  for (const line of content.split("\n"))
    height += line === "" ? 6 : 20 * (1 + Math.floor(line.length / 120));
  if (isLong(content)) height = Math.min(height, 400);
  if (startsDay) height += 32;
  if (startsNew) height += 24;
  if (item.kind === "pending" || item.message.removed) return height;
  const { attachments, reactions, thread } = item.message;
  if (attachments.length > 0) height += attachments.some((file) => (file.height ?? 0) > 200) ? 200 : 48;
  if (reactions.length > 0) height += 28;
  if (thread) height += 32;
  return height;
}
