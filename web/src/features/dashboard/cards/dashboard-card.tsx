import type { FilledCard } from "@atoll/contract/dashboard/content-schemas";
import type { DashboardCard as Card } from "@atoll/contract/dashboard/layout-schemas";
import { isPanelId } from "@atoll/contract/dashboard/limits";
import { Link } from "@tanstack/react-router";
import { LayoutGrid } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cx } from "../../../ui/base/cx.ts";
import { buttonClass } from "../../../ui/button/button-class.ts";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { useGrips } from "../grid/grips.ts";
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
  onEmpty: (isEmpty: boolean) => void;
  /** Grip and menu. */
  controls: ReactNode;
}

/** A panel or card with what stands in it; each is loading, empty or broken by itself. */
export function DashboardCard({ card, parts, title, ...props }: DashboardCardProps) {
  const { filled, onRetry, isRetrying, onEmpty, controls } = props;
  if (!parts)
    return (
      <CardFrame controls={controls} icon={LayoutGrid} title={title}>
        <EmptyState title="This card no longer exists">
          Its content is no longer part of your workspace. You can remove it.
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
        <Body {...shown} onEmpty={onEmpty} />
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

interface CardFrameProps {
  title: string;
  icon: IconType;
  counts?: ReactNode;
  action?: ReactNode;
  controls: ReactNode;
  children: ReactNode;
}

/** The surface of a card: its head, what it shows, which scrolls where there is more, and the corner that resizes it. */
function CardFrame({ title, icon: Icon, counts, action, controls, children }: CardFrameProps) {
  const titleId = useId();
  const grips = useGrips();
  return (
    <section
      aria-labelledby={titleId}
      className={cx(
        "group/card relative flex min-h-0 min-w-0 flex-col rounded-lg border bg-surface-raised",
        grips?.isActive ? "shadow-3 ring-2 ring-primary" : "shadow-1",
      )}
    >
      <header className="@container flex h-11 flex-none items-center gap-2 pr-2 pl-4">
        <Icon className="size-4 flex-none text-faint" />
        <h2 className="min-w-0 truncate font-semibold text-sm" id={titleId}>
          {title}
        </h2>
        {counts}
        <span className="ml-auto flex flex-none items-center gap-0.5">
          {action}
          {controls}
        </span>
      </header>
      <div className="min-h-0 min-w-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
      {grips && (
        <span
          {...grips.resize}
          aria-hidden="true"
          className="absolute right-0 bottom-0 size-5 cursor-nwse-resize touch-none rounded-br-lg opacity-0 transition-opacity group-hover/card:opacity-100 pointer-coarse:opacity-100"
        >
          <span className="absolute right-1.5 bottom-1.5 size-2 border-border-control border-r-2 border-b-2" />
        </span>
      )}
    </section>
  );
}
