import type { ListedIdea } from "@atoll/contract/ideas/schemas";
import { withoutMarks } from "@atoll/contract/text/without-marks";
import { EyeOff, Lock, MessageSquare } from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode } from "react";
import { VoteControl } from "../../capabilities/votes/vote-control.tsx";
import { counted } from "../../lib/counted.ts";
import { formatDate } from "../../lib/time/format-date.ts";
import { VisuallyHidden } from "../../ui/base/visually-hidden.tsx";
import { Checkbox } from "../../ui/field/checkbox.tsx";
import { subjectOf, votesOf } from "./data/votes-of.ts";
import { authorOf } from "./data/words.ts";
import { DepartmentTag } from "./department-tag.tsx";
import { StatusBadge } from "./status-badge.tsx";

/** An empty link to an idea; the page knows where that leads. */
export type RenderIdeaLink = (
  id: string,
) => ReactElement<{ className?: string; children?: ReactNode; "aria-label"?: string }>;

export interface IdeaRowProps {
  idea: ListedIdea;
  renderLink: RenderIdeaLink;
  /** The pointer or the focus is here: the plot marks the same idea. */
  onMark: (id: string | null) => void;
  /** With `onChoose`: a box to select it is shown. */
  isChosen?: boolean;
  onChoose?: () => void;
}

/** An idea in the list: its votes, what it is about, and how it stands. */
export function IdeaRow({ idea, renderLink, onMark, isChosen = false, onChoose }: IdeaRowProps) {
  const { id, title, note, status, department, createdAt, commentCount } = idea;
  return (
    <li
      className="group relative flex items-center gap-3.5 py-2.5 pr-4 pl-3 not-first:before:absolute not-first:before:top-0 not-first:before:right-4 not-first:before:left-[70px] not-first:before:h-px not-first:before:bg-border first:rounded-t-lg last:rounded-b-lg hover:bg-surface-hover has-[input:checked]:bg-primary-soft"
      onPointerEnter={() => onMark(id)}
      onPointerLeave={() => onMark(null)}
      onFocus={() => onMark(id)}
      onBlur={() => onMark(null)}
    >
      {onChoose && <Checkbox label={`Select ${title}`} hideLabel checked={isChosen} onChange={onChoose} />}
      <VoteControl
        subject={subjectOf(idea)}
        votes={votesOf(idea)}
        label={title}
        mayVote={!idea.isLocked && !idea.isHidden}
      />
      <div className="min-w-0 flex-1">
        <h3 className="flex min-w-0 items-center gap-2">
          {cloneElement(renderLink(id), {
            className: "min-w-0 font-semibold hover:underline md:truncate",
            children: title,
          })}
          {idea.isHidden && <Mark icon={EyeOff} text="Hidden" />}
          {idea.isLocked && <Mark icon={Lock} text="Locked" />}
        </h3>
        {note !== "" && <p className="text-muted max-md:line-clamp-2 md:truncate">{withoutMarks(note)}</p>}
        <p className="mt-1 flex min-w-0 items-center gap-2 text-muted text-xs">
          <StatusBadge status={status} />
          {department && (
            <span className="flex min-w-0 max-md:hidden">
              <DepartmentTag department={department} />
            </span>
          )}
          <span className="truncate">
            {authorOf(idea)} <span aria-hidden="true">·</span>{" "}
            <time dateTime={createdAt}>{formatDate(createdAt)}</time>
          </span>
          <span className="ml-auto flex flex-none items-center gap-1 tabular-nums">
            <MessageSquare className="size-3" aria-hidden="true" />
            <span aria-hidden="true">{commentCount}</span>
            <VisuallyHidden>{counted(commentCount, "comment")}</VisuallyHidden>
          </span>
        </p>
      </div>
    </li>
  );
}

function Mark({ icon: Icon, text }: { icon: typeof Lock; text: string }) {
  return (
    <span className="flex flex-none text-faint" title={text}>
      <Icon className="size-3.5" aria-hidden="true" />
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
