import type { ListedIdea } from "@atoll/contract/ideas/schemas";
import { withoutMarks } from "@atoll/contract/text/without-marks";
import { cloneElement, type ReactElement, useId } from "react";
import { AsOf } from "../../../capabilities/offline/seen/as-of.tsx";
import { VoteControl } from "../../../capabilities/votes/vote-control.tsx";
import { formatDate } from "../../../lib/time/format-date.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { buttonClass } from "../../../ui/button/button-class.ts";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { shippedKey, useShippedIdeas } from "../data/use-ideas.ts";
import { subjectOf, votesOf } from "../data/votes-of.ts";
import { authorOf, monthInWords } from "../data/words.ts";
import { DepartmentTag } from "../department-tag.tsx";
import type { RenderIdeaLink } from "../idea-row.tsx";

interface ShippedIdeasProps {
  renderLink: RenderIdeaLink;
  roadmapLink: ReactElement<{ className?: string; children?: string }>;
}

/** The change log: ideas that were shipped, by month, the last one first. */
export function ShippedIdeas({ renderLink, roadmapLink }: ShippedIdeasProps) {
  return (
    <div className="max-w-[872px]">
      <AsOf queryKey={shippedKey} className="mb-2" />
      <PagedList
        list={useShippedIdeas()}
        failure="Failed to fetch shipped ideas"
        skeleton={<RowSkeletons label="Loading shipped ideas" mark={36} rowClassName="py-3" />}
        empty={
          <EmptyState
            title="No idea has shipped yet"
            action={cloneElement(roadmapLink, {
              className: buttonClass({}),
              children: "Show the roadmap",
            })}
          />
        }
      >
        {(ideas) =>
          byMonth(ideas).map(([month, shipped]) => (
            <Month key={month} title={monthInWords(`${month}-01`)} ideas={shipped} renderLink={renderLink} />
          ))
        }
      </PagedList>
    </div>
  );
}

/** Months in UTC, as the roadmap has them. */
function byMonth(ideas: readonly ListedIdea[]): [month: string, ideas: ListedIdea[]][] {
  return [...Map.groupBy(ideas, ({ statusAt }) => statusAt.slice(0, 7))];
}

interface MonthProps {
  title: string;
  ideas: readonly ListedIdea[];
  renderLink: RenderIdeaLink;
}

function Month({ title, ideas, renderLink }: MonthProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="mb-6">
      <h2 id={headingId} className="mb-2 font-semibold">
        {title}
      </h2>
      <ul className="rounded-lg border bg-surface-raised shadow-1">
        {ideas.map((idea) => (
          <li key={idea.id} className="flex gap-3.5 px-3 py-3 not-first:border-t">
            <VoteControl
              subject={subjectOf(idea)}
              votes={votesOf(idea)}
              label={idea.title}
              mayVote={!idea.isLocked && !idea.isHidden}
            />
            <div className="min-w-0 flex-1">
              <h3 className="wrap-anywhere">
                {cloneElement(renderLink(idea.id), {
                  className: "font-semibold hover:underline",
                  children: idea.title,
                })}
              </h3>
              {idea.reply && (
                <p className="mt-0.5 line-clamp-3 text-muted wrap-anywhere">
                  {withoutMarks(idea.reply.note)}
                </p>
              )}
              <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
                <span>
                  Shipped <time dateTime={idea.statusAt}>{formatDate(idea.statusAt)}</time>, suggested by{" "}
                  {authorOf(idea)}
                </span>
                {idea.department && <DepartmentTag department={idea.department} />}
                {idea.hasVoted && <Badge tone="primary">You voted for this</Badge>}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
