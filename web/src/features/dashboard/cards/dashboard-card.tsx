import type { FilledCard } from "@atoll/contract/dashboard/content-schemas";
import type { DashboardCard as Card } from "@atoll/contract/dashboard/layout-schemas";
import { isPanelId } from "@atoll/contract/dashboard/limits";
import { Link } from "@tanstack/react-router";
import { LayoutGrid } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "../../../ui/button/button-class.ts";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { CardFrame } from "./card-frame.tsx";
import type { CardParts } from "./card-parts.ts";

export interface DashboardCardProps {
  card: Card;
  /** Undefined: nothing of Atoll fills such cards any more, or the person may not have them. */
  parts: CardParts | undefined;
  title: string;
  /** Undefined while it is not there yet. */
  filled: FilledCard | undefined;
  onRetry: () => void;
  isRetrying: boolean;
  /** Grip and menu. */
  controls: ReactNode;
}

/** A panel or card with what stands in it; each is loading, empty or broken by itself. */
export function DashboardCard({ card, parts, title, ...props }: DashboardCardProps) {
  const { filled, onRetry, isRetrying, controls } = props;
  if (!parts)
    return (
      <CardFrame controls={controls} icon={LayoutGrid} title={title}>
        <EmptyState title="This card is no longer there">
          What it showed is not part of your workspace any more. You can remove it.
        </EmptyState>
      </CardFrame>
    );
  const { Body, Counts, icon, link, sayError = (message) => message } = parts;
  const shown = { options: card.options, isPanel: isPanelId(card.id), content: filled?.content ?? null };
  const isThere = filled !== undefined && filled.error === null;
  return (
    <CardFrame
      action={
        link && (
          <Link className={buttonClass({ variant: "ghost", size: "sm" })} to={link.to}>
            {link.label}
          </Link>
        )
      }
      controls={controls}
      counts={isThere && Counts && <Counts {...shown} />}
      icon={icon}
      title={title}
    >
      {isThere ? (
        <Body {...shown} />
      ) : filled?.error ? (
        <ErrorState message={sayError(filled.error)} onRetry={onRetry} retrying={isRetrying} />
      ) : (
        <RowSkeletons
          label={`Loading ${title}`}
          mark={16}
          className="p-2 pt-0"
          rowClassName="gap-2.5 px-2 py-2"
        />
      )}
    </CardFrame>
  );
}
