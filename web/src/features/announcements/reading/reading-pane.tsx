import type { AnnouncementState } from "@atoll/contract/announcements/limits";
import { announcementState, canSeeReaders } from "@atoll/contract/announcements/policy";
import type { OpenAnnouncement } from "@atoll/contract/announcements/schemas";
import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Comments } from "../../../capabilities/comments/comments.tsx";
import { AsOf } from "../../../capabilities/offline/seen/as-of.tsx";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { Badge } from "../../../ui/badge/badge.tsx";
import { PriorityBadge } from "../../../ui/badge/priority-badge.tsx";
import { statusTones } from "../../../ui/badge/status-tones.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Skeleton, SkeletonGroup, SkeletonText } from "../../../ui/progress/skeleton.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { openKey, useAnnouncement, useReadWhenOpened } from "../data/use-announcements.ts";
import { priorityOf } from "../data/words.ts";
import { AnnouncementActions } from "./announcement-actions.tsx";
import { AnnouncementText } from "./announcement-text.tsx";
import { ConfirmBar } from "./confirm-bar.tsx";
import { ReadersCard } from "./readers-card.tsx";

export interface ReadingPaneProps {
  announcementId: string;
  /** On a phone: the way back to the list. */
  back: ReactNode;
  readersLink: ReactElement;
  onEdit: () => void;
  onClose: () => void;
}

/** An announcement, opened: which marks it read. Specification, sections 2 and 4 (announcements). */
export function ReadingPane(props: ReadingPaneProps) {
  const { announcementId, back, onClose } = props;
  const query = useAnnouncement(announcementId);
  const announcement = query.isGone ? undefined : query.data?.announcement;
  useReadWhenOpened(announcement);
  if (announcement) return <Opened {...props} announcement={announcement} />;
  return (
    <div className="page-pad">
      {back}
      {query.isGone || query.isMissing ? (
        <EmptyState
          title="This announcement does not exist, or you cannot see it."
          action={
            <Button size="sm" onClick={onClose}>
              Show all announcements
            </Button>
          }
        >
          It may have expired, or been archived.
        </EmptyState>
      ) : query.error ? (
        <LoadState query={query} failure="Failed to fetch an announcement" />
      ) : (
        <SkeletonGroup label="Loading announcement" className="flex max-w-[640px] flex-col gap-6 py-6">
          <Skeleton width="72%" height={24} />
          <Skeleton width="38%" height={12} />
          <SkeletonText lines={6} />
        </SkeletonGroup>
      )}
    </div>
  );
}

function Opened({
  announcement,
  back,
  readersLink,
  onEdit,
  onClose,
}: ReadingPaneProps & { announcement: OpenAnnouncement }) {
  const { viewer } = useSignedIn();
  const state = announcementState(announcement, Date.now());
  return (
    <article className="flex min-h-full flex-col">
      <AsOf className="page-pad pb-0" queryKey={openKey(announcement.id)} />
      <header className="sticky top-0 z-10 flex min-h-12 flex-wrap items-center gap-2 border-b bg-surface px-6 py-2 max-md:px-4">
        {back}
        <PriorityBadge priority={priorityOf(announcement)} />
        <Badge tone={statusTones.announcement[state]}>{stateNames[state]}</Badge>
        {announcement.edition > 1 && <Badge tone="accent">New version</Badge>}
        <span className="ml-auto flex items-center gap-1">
          <AnnouncementActions
            announcement={announcement}
            viewer={viewer}
            onEdit={onEdit}
            onDeleted={onClose}
          />
          {announcement.isAddressed && announcement.isRead && !announcement.mustRead && (
            <span className="inline-flex items-center gap-1 px-2 text-muted text-xs">
              <Check className="size-3.5" aria-hidden="true" />
              Read
            </span>
          )}
        </span>
      </header>
      <div className="flex max-w-[760px] flex-col gap-5 px-6 py-6 max-md:px-4">
        <AnnouncementText announcement={announcement} viewerId={viewer.id} />
        <ConfirmBar announcement={announcement} />
        {canSeeReaders(viewer, announcement) && (
          <ReadersCard announcement={announcement} link={readersLink} />
        )}
        {(announcement.allowsComments || announcement.commentCount > 0) && (
          <Comments subject={{ kind: "announcement", id: announcement.id }} />
        )}
      </div>
    </article>
  );
}

const stateNames: Record<AnnouncementState, string> = {
  PUBLISHED: "Published",
  DRAFT: "Draft",
  SCHEDULED: "Scheduled",
  EXPIRED: "Expired",
  ARCHIVED: "Archived",
};
