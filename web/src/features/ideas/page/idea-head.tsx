import type { OpenIdea } from "@atoll/contract/ideas/schemas";
import { canCreateTasks } from "@atoll/contract/tasks/policy";
import type { VoteRights } from "@atoll/contract/votes/schemas";
import {
  CirclePlus,
  Ellipsis,
  EyeOff,
  GitMerge,
  Lock,
  MessageSquareReply,
  Pencil,
  Trash2,
  UserRound,
} from "lucide-react";
import type { ReactNode } from "react";
import { NameButton } from "../../../capabilities/people/name-button.tsx";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { personMark } from "../../../capabilities/people/person-mark.ts";
import { FollowButton } from "../../../capabilities/votes/follow-button.tsx";
import { VoteControl } from "../../../capabilities/votes/vote-control.tsx";
import { counted } from "../../../lib/counted.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { formatDate } from "../../../lib/time/format-date.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import type { MenuEntry } from "../../../ui/popup/menu-entry.ts";
import { useStanding } from "../data/use-standing.ts";
import { subjectOf, votesOf } from "../data/votes-of.ts";
import { authorOf } from "../data/words.ts";
import { DepartmentTag } from "../department-tag.tsx";
import { StatusBadge } from "../status-badge.tsx";
import type { IdeaDialog } from "./idea-dialogs.tsx";

interface IdeaHeadProps {
  idea: OpenIdea;
  onDialog: (dialog: IdeaDialog) => void;
  /** More buttons. */
  actions: ReactNode;
}

/** The vote, the title, where it comes from and what can be done with it. */
export function IdeaHead({ idea, onDialog, actions: more }: IdeaHeadProps) {
  const viewer = useViewer();
  const { standing, rights, setFollowing } = useStanding(idea.id);
  const { author, department, createdAt } = idea;
  const actions = ideaMenu(idea, rights, onDialog);
  return (
    <header className="mt-2 flex flex-wrap items-start gap-x-4 gap-y-3">
      <span className="max-md:order-2">
        <VoteControl
          subject={subjectOf(idea)}
          votes={votesOf(idea)}
          label={idea.title}
          mayVote={!idea.isLocked && !idea.isHidden}
          size="lg"
        />
      </span>
      <div className="min-w-0 flex-1 max-md:basis-full">
        <h1 className="text-balance font-display font-semibold text-[24px] leading-[30px] outline-none wrap-anywhere max-md:text-[20px] max-md:leading-[26px]">
          {idea.title}
        </h1>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
          <StatusBadge status={idea.status} />
          {department && <DepartmentTag department={department} />}
          {idea.audience.length > 0 && (
            <Badge tone="outline" icon={Lock}>
              {idea.audience.map(({ name }) => name).join(", ")}
            </Badge>
          )}
          <span>Posted {formatDate(createdAt)} by</span>
          {author ? (
            <span className="flex min-w-0 items-center gap-1.5">
              <span {...personMark(author.id)} className="flex cursor-pointer">
                <PersonAvatar person={author} decorative size={16} />
              </span>
              <NameButton userId={author.id} className="font-medium text-text">
                {authorOf(idea)}
              </NameButton>
            </span>
          ) : (
            <span className="font-medium text-text">{idea.isOwn ? "you, anonymously" : "Anonymous"}</span>
          )}
          <span>· {counted(idea.commentCount, "comment")}</span>
          {idea.tags.map((tag) => (
            <span key={tag} className="rounded-xs bg-surface-sunken px-1.5 text-2xs">
              {tag}
            </span>
          ))}
        </p>
      </div>
      <div className="flex flex-none items-center gap-2 max-md:order-3">
        {standing && (
          <FollowButton subject={subjectOf(idea)} following={standing.following} onChange={setFollowing} />
        )}
        {canCreateTasks(viewer) && (
          <Button icon={CirclePlus} onClick={() => onDialog("promote")}>
            Create Task
          </Button>
        )}
        {more}
        {actions.length > 0 && (
          <Menu
            label="More"
            align="end"
            trigger={<IconButton icon={Ellipsis} label="More" />}
            items={actions}
          />
        )}
      </div>
    </header>
  );
}

/** The actions on an idea that the viewer may take, in addition to the buttons next to its title. */
function ideaMenu(
  idea: OpenIdea,
  rights: VoteRights | undefined,
  onDialog: (dialog: IdeaDialog) => void,
): MenuEntry[] {
  const to = (dialog: IdeaDialog) => ({ onSelect: () => onDialog(dialog) });
  return [
    ...(idea.mayDecide
      ? [
          { label: "Reply or change status", icon: MessageSquareReply, ...to("decide") },
          { label: "Choose an owner", icon: UserRound, ...to("owner") },
        ]
      : []),
    ...(idea.mayEdit || idea.mayArrange ? [{ label: "Edit", icon: Pencil, ...to("edit") }] : []),
    ...(rights?.mayModerate
      ? [
          { label: "Merge into another idea", icon: GitMerge, ...to("merge") },
          { label: idea.isLocked ? "Unlock" : "Lock", icon: Lock, ...to("lock") },
          { label: idea.isHidden ? "Restore" : "Hide", icon: EyeOff, ...to("hide") },
        ]
      : []),
    ...(idea.isOwn ? [{ label: "Delete", icon: Trash2, danger: true, ...to("delete") }] : []),
  ];
}
