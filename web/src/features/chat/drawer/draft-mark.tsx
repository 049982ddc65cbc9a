import { useDraftSubjects } from "../../../capabilities/offline/drafts/use-draft.ts";
import { isWrittenIn } from "../stream/writing-place.ts";

/** Says in the list of chats that something was begun there, or in one of its threads, and not sent. */
export function DraftMark({ channelId }: { channelId: string }) {
  const begun = useDraftSubjects();
  if (![...begun].some((subject) => isWrittenIn(subject, channelId))) return null;
  return <span className="flex-none font-normal text-2xs text-faint">Draft</span>;
}
