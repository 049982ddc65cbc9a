import { Link } from "@tanstack/react-router";
import { Lightbulb } from "lucide-react";
import { type LiveHandlers, refetch, refetchSpread } from "../../capabilities/live/follow-query.ts";
import { CardList, CardRow, rowLink } from "../../features/dashboard/cards/card-list.tsx";
import type { CardBodyProps, DashboardParts } from "../../features/dashboard/cards/card-parts.ts";
import type { Dashboard } from "../../features/dashboard/data/dashboard.ts";
import { subjectOf, votesOf } from "../../features/ideas/data/votes-of.ts";
import { authorOf } from "../../features/ideas/data/words.ts";
import { StatusBadge } from "../../features/ideas/status-badge.tsx";
import { Count } from "../../ui/badge/count.tsx";
import { lazyPart, useLazyPart } from "../../ui/base/lazy-part.ts";
import { buttonClass } from "../../ui/button/button-class.ts";
import { EmptyState } from "../../ui/state/empty-state.tsx";

const votePart = lazyPart(() => import("../../capabilities/votes/vote-control.tsx"));

/** The open ideas with the most votes. */
export const cards: DashboardParts["cards"] = {
  ideas: {
    icon: Lightbulb,
    names: { panel: "Ideas", card: "Ideas" },
    link: { label: "View all", to: "/ideas" },
    Body: Top,
    Counts: Total,
  },
};

export const live = (): LiveHandlers<Dashboard> => ({
  "idea.changed": refetchSpread,
  "idea.gone": refetchSpread,
  "idea.scored": refetch,
});

function Total({ content }: CardBodyProps) {
  return content?.type === "ideas" && content.total > 0 ? <Count value={content.total} /> : null;
}

function Top({ content }: CardBodyProps) {
  const part = useLazyPart(votePart, true, () => undefined);
  if (content?.type !== "ideas" || content.ideas.length === 0)
    return (
      <EmptyState
        title="No open ideas at this time"
        action={
          <Link className={buttonClass({ size: "sm" })} to="/ideas/new">
            New Idea
          </Link>
        }
      />
    );
  return (
    <CardList>
      {content.ideas.map((idea) => (
        <CardRow
          key={idea.id}
          mark={
            part ? (
              // Above the link, which covers the row.
              <span className="relative z-1">
                <part.VoteControl
                  subject={subjectOf(idea)}
                  votes={votesOf(idea)}
                  label={idea.title}
                  mayVote={!idea.isLocked && !idea.isHidden}
                  size="sm"
                />
              </span>
            ) : (
              <span className="h-11 w-10 flex-none" />
            )
          }
          title={
            <Link to="/ideas/$ideaId" params={{ ideaId: idea.id }} className={rowLink}>
              {idea.title}
            </Link>
          }
          note={
            <>
              <StatusBadge status={idea.status} /> {authorOf(idea)}
            </>
          }
        />
      ))}
    </CardList>
  );
}
