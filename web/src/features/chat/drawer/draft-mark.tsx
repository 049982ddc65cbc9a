import { useHasDraft } from "../drafts/use-draft.ts";

/** Says in the list of chats that something was begun there and not sent. */
export function DraftMark({ channelId }: { channelId: string }) {
  if (!useHasDraft(channelId)) return null;
  return <span className="flex-none font-normal text-2xs text-faint">Draft</span>;
}
