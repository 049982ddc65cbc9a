import type { MessageRow } from "./message-rows.ts";

/** About how high a row that was never in the page will be, in pixels; what it is off by is made up for then. */
export function estimateHeight({ item, isFollowUp, startsDay, startsNew }: MessageRow): number {
  const { content } = item.kind === "message" ? item.message : item.entry;
  const lines = content.split("\n").reduce((sum, line) => sum + 1 + Math.floor(line.length / 100), 0);
  let height = (isFollowUp ? 4 : 28) + lines * 21;
  if (startsDay) height += 40;
  if (startsNew) height += 30;
  if (item.kind === "pending" || item.message.removed) return height;
  const { attachments, reactions, thread } = item.message;
  if (attachments.length > 0) height += 200;
  if (reactions.length > 0) height += 28;
  if (thread) height += 32;
  return height;
}
