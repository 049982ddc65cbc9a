import type { ListedIdea } from "@atoll/contract/ideas/schemas";
import { withoutMarks } from "@atoll/contract/text/without-marks";
import { ChevronUp } from "lucide-react";
import type { ReactNode } from "react";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { useVotes } from "../../../capabilities/votes/use-votes.ts";
import { counted } from "../../../lib/counted.ts";
import { formatDate } from "../../../lib/time/format-date.ts";
import { cx } from "../../../ui/base/cx.ts";
import { subjectOf, votesOf } from "../data/votes-of.ts";
import { monthInWords } from "../data/words.ts";
import { DepartmentTag } from "../department-tag.tsx";

export const ideaCardLook = "rounded-md border bg-surface-raised p-3 shadow-1";

/** An idea as a board shows it: what was said last, where it belongs, its votes and its owner. */
export function IdeaCard({
  idea,
  title,
  actions,
}: {
  idea: ListedIdea;
  /** The title as a link. Left out: a card that is only looked at. */
  title?: ReactNode;
  actions?: ReactNode;
}) {
  const face = idea.owner ?? idea.author;
  const line = lineOf(idea);
  return (
    <>
      <div className="flex items-start gap-1">
        <h3 className="min-w-0 flex-1 font-semibold text-sm/[18px] wrap-anywhere">{title ?? idea.title}</h3>
        {actions}
      </div>
      {line !== "" && <p className="mt-1 truncate text-muted text-xs">{line}</p>}
      <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1.5">
        {idea.department ? (
          <DepartmentTag department={idea.department} />
        ) : (
          <DepartmentTag department={everyone} />
        )}
        <span className="relative z-1 ml-auto flex items-center gap-2">
          <SmallVote idea={idea} />
          {face && <PersonAvatar person={face} size={20} />}
        </span>
      </div>
    </>
  );
}

const everyone = { id: "", name: "Everyone", slug: "all" };

/** The line under the title: when it was shipped, or what its voters were written. */
function lineOf({ status, statusAt, reply, targetOn }: ListedIdea): string {
  if (status === "shipped") return formatDate(statusAt);
  const [first = ""] = withoutMarks(reply?.note ?? "").split(/\r?\n/);
  return first || (targetOn ? monthInWords(targetOn) : "");
}

function SmallVote({ idea }: { idea: ListedIdea }) {
  const { count, isMine, toggle } = useVotes(subjectOf(idea), votesOf(idea));
  return (
    <button
      type="button"
      data-no-drag=""
      aria-pressed={isMine}
      aria-label={`Vote for ${idea.title}, ${counted(count, "vote")}`}
      disabled={idea.isLocked || idea.isHidden}
      onClick={toggle}
      className={cx(
        "touch-reach relative inline-flex h-5 items-center gap-1 rounded-sm border px-2 font-semibold text-xs tabular-nums",
        isMine ? "border-transparent bg-primary-soft text-primary-text" : "border-border-strong",
      )}
    >
      <ChevronUp aria-hidden="true" className={cx("size-3", !isMine && "text-faint")} />
      {count}
    </button>
  );
}
