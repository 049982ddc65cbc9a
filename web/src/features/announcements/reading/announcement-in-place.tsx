import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { useAnnouncement, useReadWhenOpened } from "../data/use-announcements.ts";
import { AnnouncementText } from "./announcement-text.tsx";
import { ConfirmBar } from "./confirm-bar.tsx";

export interface AnnouncementInPlaceProps {
  announcementId: string;
  /** The person chose to read it here: it counts as read. */
  isRead: boolean;
}

/** An announcement inside another area: its text, and the button that confirms it. */
export function AnnouncementInPlace({ announcementId, isRead }: AnnouncementInPlaceProps) {
  const { viewer } = useSignedIn();
  const { data, error, isGone, isMissing, isFetching, refetch } = useAnnouncement(announcementId);
  const announcement = isGone ? undefined : data?.announcement;
  useReadWhenOpened(isRead ? announcement : undefined);
  if (announcement)
    return (
      <article className="flex flex-col gap-4">
        <AnnouncementText announcement={announcement} heading="h2" viewerId={viewer.id} />
        <ConfirmBar announcement={announcement} />
      </article>
    );
  if (isGone || isMissing)
    return <InlineAlert tone="info">This announcement does not exist, or you cannot see it.</InlineAlert>;
  if (error)
    return <LoadState query={{ error, isFetching, refetch }} failure="Failed to fetch an announcement" />;
  return <RowSkeletons label="Loading announcement" mark={28} rowClassName="py-2" />;
}
