import { Link } from "@tanstack/react-router";
import { Lightbulb } from "lucide-react";
import { type LiveHandlers, refetch, refetchSpread } from "../../capabilities/live/follow-query.ts";
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
    <ul className="border-t">
      {content.ideas.map((idea) => (
        <li key={idea.id} className="flex items-center gap-3 border-b py-2 pr-3 pl-3 last:border-b-0">
          {part ? (
            <part.VoteControl
              subject={subjectOf(idea)}
              votes={votesOf(idea)}
              label={idea.title}
              mayVote={!idea.isLocked && !idea.isHidden}
              size="sm"
            />
          ) : (
            <span className="h-11 w-10 flex-none" />
          )}
          <div className="min-w-0 flex-1">
            <Link
              to="/ideas/$ideaId"
              params={{ ideaId: idea.id }}
              className="block truncate font-semibold hover:underline"
            >
              {idea.title}
            </Link>
            <p className="mt-0.5 flex items-center gap-2 text-muted text-xs">
              <StatusBadge status={idea.status} />
              <span className="truncate">{authorOf(idea)}</span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
