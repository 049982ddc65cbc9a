import { Link } from "@tanstack/react-router";
import { Layers } from "lucide-react";
import { type LiveHandlers, refetchSpread } from "../../capabilities/live/follow-query.ts";
import { CardList, CardRow, rowLink } from "../../features/dashboard/cards/card-list.tsx";
import type { CardBodyProps, DashboardParts } from "../../features/dashboard/cards/card-parts.ts";
import type { Dashboard } from "../../features/dashboard/data/dashboard.ts";
import { formatWallDate } from "../../lib/time/format-wall.ts";
import { Count } from "../../ui/badge/count.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";

/** The open cards of departments that the viewer owns, the soonest due first. */
export const cards: DashboardParts["cards"] = {
  cards: {
    icon: Layers,
    names: { panel: "My cards", card: "My cards" },
    link: null,
    Body: Own,
    Counts: Total,
  },
};

export const live = (): LiveHandlers<Dashboard> => ({
  "card.changed": refetchSpread,
  "card.gone": refetchSpread,
});

function Total({ content }: CardBodyProps) {
  return content?.type === "cards" && content.total > 0 ? <Count value={content.total} /> : null;
}

function Own({ content }: CardBodyProps) {
  if (content?.type !== "cards" || content.cards.length === 0)
    return <EmptyState title="No open cards are yours at this time" />;
  return (
    <CardList>
      {content.cards.map(({ id, title, link, section, stage, dueOn }) => (
        <CardRow
          key={id}
          title={
            <Link to={link} className={rowLink}>
              {title}
            </Link>
          }
          note={`${section}, ${stage}`}
          end={dueOn && <span className="flex-none text-faint text-xs">{formatWallDate(dueOn)}</span>}
        />
      ))}
    </CardList>
  );
}
