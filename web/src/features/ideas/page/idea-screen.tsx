import type { OpenIdea } from "@atoll/contract/ideas/schemas";
import { BadgeCheck } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { Comments } from "../../../capabilities/comments/comments.tsx";
import { Attachments } from "../../../capabilities/files/shown/attachments.tsx";
import { AsOf } from "../../../capabilities/offline/seen/as-of.tsx";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { NameButton } from "../../../capabilities/people/name-button.tsx";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { WrittenText } from "../../../capabilities/writing/markdown/written-text.tsx";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { formatDay, formatTime } from "../../../lib/time/format-date.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { LinkButtons } from "../../../ui/button/link-buttons.tsx";
import { SideRail } from "../../../ui/layout/side-rail.tsx";
import { Skeleton, SkeletonGroup, SkeletonText } from "../../../ui/progress/skeleton.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { ideaKey, useIdea } from "../data/use-ideas.ts";
import { DecideDialog } from "../decide/decide-dialog.tsx";
import type { RenderIdeaLink } from "../idea-row.tsx";
import { EditIdeaDialog } from "./edit-idea-dialog.tsx";
import { type IdeaDialog, IdeaDialogs } from "./idea-dialogs.tsx";
import { IdeaHead } from "./idea-head.tsx";
import { IdeaRail } from "./idea-rail.tsx";
import { Timeline } from "./timeline.tsx";

export interface IdeaScreenProps {
  ideaId: string;
  crumbs: ReactNode;
  renderLink: RenderIdeaLink;
  /** Returns the address of a task. */
  taskAddress: (taskId: string) => string;
  /** More buttons at the title, such as sharing the idea. */
  renderActions: (idea: OpenIdea) => ReactNode;
  /** The idea was merged: its page is that of another one. */
  onMoved: (ideaId: string) => void;
  onClose: () => void;
}

/** An idea with everything about it. */
export function IdeaScreen(props: IdeaScreenProps) {
  const { ideaId, crumbs, onClose } = props;
  const query = useIdea(ideaId);
  const { idea } = query;
  const [asked, setAsked] = useState<{ dialog: IdeaDialog; idea: OpenIdea } | null>(null);
  // Its words stay while the idea is deleted, hidden or merged elsewhere.
  const about = asked && (idea?.id === asked.idea.id ? idea : asked.idea);
  const close = () => setAsked(null);
  const movedTo = idea && idea.id !== ideaId ? idea.id : undefined;
  const move = useEffectEvent((rootId: string) => props.onMoved(rootId));
  useEffect(() => {
    if (movedTo !== undefined) move(movedTo);
  }, [movedTo]);
  return (
    <>
      {idea && !query.isMissing ? (
        <Opened {...props} key={idea.id} idea={idea} onDialog={(dialog) => setAsked({ dialog, idea })} />
      ) : (
        <NotShown crumbs={crumbs} query={query} onClose={onClose} />
      )}
      {asked?.dialog === "decide" && about && (
        <DecideDialog ideas={[about]} to={about.status} onClose={close} />
      )}
      {asked?.dialog === "edit" && about && <EditIdeaDialog idea={about} onClose={close} />}
      {about && (
        <IdeaDialogs
          idea={about}
          dialog={asked.dialog}
          onClose={close}
          onDeleted={onClose}
          taskAddress={props.taskAddress}
        />
      )}
    </>
  );
}

/** Why there is no idea, or its skeleton. */
function NotShown({
  crumbs,
  query,
  onClose,
}: Pick<IdeaScreenProps, "crumbs" | "onClose"> & { query: ReturnType<typeof useIdea> }) {
  return (
    <div className="page-pad">
      {crumbs}
      {query.isMissing ? (
        <EmptyState
          title="This idea does not exist, or you cannot see it."
          action={<Button onClick={onClose}>Show all ideas</Button>}
        />
      ) : query.error ? (
        <LoadState query={query} failure="Failed to fetch the idea" />
      ) : (
        <SkeletonGroup label="Loading idea" className="flex max-w-[720px] flex-col gap-6 py-6">
          <Skeleton width="72%" height={28} />
          <SkeletonText lines={6} />
        </SkeletonGroup>
      )}
    </div>
  );
}

const nobody = { mentions: [], mentionsAll: null };

function Opened(props: IdeaScreenProps & { idea: OpenIdea; onDialog: (dialog: IdeaDialog) => void }) {
  const { idea, crumbs, renderLink, taskAddress, onDialog } = props;
  const viewer = useViewer();
  const rail = <IdeaRail idea={idea} renderLink={renderLink} taskAddress={taskAddress} onDialog={onDialog} />;
  const reply = idea.reply && <OfficialReply idea={idea} reply={idea.reply} />;
  return (
    <div className="flex h-full min-h-0">
      <div className="page-pad min-w-0 flex-1 overflow-y-auto">
        <div className="mx-auto max-w-[872px] xl:mx-0">
          {crumbs}
          <IdeaHead idea={idea} onDialog={onDialog} actions={props.renderActions(idea)} />
          <AsOf queryKey={ideaKey(idea.id)} />
          {idea.isHidden && (
            <InlineAlert tone="info">
              This idea is hidden. Only its author and moderators can see it.
            </InlineAlert>
          )}
          {/* A declined idea begins with the reason. */}
          {idea.status === "declined" && reply}
          {idea.text !== "" && (
            <WrittenText
              className="my-4 max-w-[64ch] text-md leading-relaxed wrap-anywhere"
              content={idea.text}
              calls={nobody}
              viewerId={viewer.id}
            />
          )}
          <Attachments attachments={idea.attachments} />
          {idea.status !== "declined" && reply}
          <Timeline idea={idea} />
          <div className="mt-5 rounded-lg bg-surface-sunken p-4 md:[&>div]:grid md:[&>div]:grid-cols-2 xl:hidden">
            {rail}
          </div>
          <div className="mt-6">
            <Comments subject={{ kind: "idea", id: idea.id }} />
          </div>
        </div>
      </div>
      <SideRail label="About this idea">{rail}</SideRail>
    </div>
  );
}

/** The latest official reply. */
function OfficialReply({
  idea,
  reply: { at, by },
}: {
  idea: OpenIdea;
  reply: NonNullable<OpenIdea["reply"]>;
}) {
  const viewer = useViewer();
  const name = authorName(by);
  return (
    <section
      aria-label="Official reply"
      className="my-4 rounded-lg border bg-surface-raised px-4 py-3.5 shadow-[inset_3px_0_0_var(--primary),var(--shadow-1)]"
    >
      <div className="flex items-start gap-2.5">
        <PersonAvatar person={by} decorative size={32} />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-1.5">
            <NameButton userId={by.id} className="font-semibold">
              {name}
            </NameButton>
            <Badge tone="primary" icon={BadgeCheck}>
              Official reply
            </Badge>
          </p>
          <p className="text-faint text-xs">
            <time dateTime={at}>
              {formatDay(at)} {formatTime(at)}
            </time>
          </p>
        </div>
        <LinkButtons size="sm" thing={{ title: idea.title, path: `/ideas/${idea.id}` }} />
      </div>
      <WrittenText
        className="mt-2 max-w-[64ch] text-sm leading-[22px] wrap-anywhere"
        content={idea.replyText ?? ""}
        calls={nobody}
        viewerId={viewer.id}
      />
    </section>
  );
}
