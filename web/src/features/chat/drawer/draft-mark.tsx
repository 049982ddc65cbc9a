import { useDraftSubjects } from "../../../capabilities/offline/drafts/use-draft.ts";
import { isWrittenIn } from "../stream/writing-place.ts";

/** Marks a chat in the list that has a draft, or a thread with a draft. */
export function DraftMark({ channelId }: { channelId: string }) {
  const subjects = useDraftSubjects();
  if (![...subjects].some((subject) => isWrittenIn(subject, channelId))) return null;
  return <span className="flex-none font-regular text-2xs text-faint">Draft</span>;
}
