import { openTextStorage } from "../../../lib/text-storage.ts";

const keyOf = (viewerId: string, channelId: string) => `atoll.draft.${viewerId}.${channelId}`;

/** What was typed in a channel and not sent, also before a reload. Each person has their own. */
export function readDraft(viewerId: string, channelId: string): string {
  return openTextStorage().getItem(keyOf(viewerId, channelId)) ?? "";
}

export function writeDraft(viewerId: string, channelId: string, text: string): void {
  const storage = openTextStorage();
  try {
    if (text === "") storage.removeItem(keyOf(viewerId, channelId));
    else storage.setItem(keyOf(viewerId, channelId), text);
  } catch {
    // Storage is full: the text stays in the field, and is lost only with the page.
  }
}
