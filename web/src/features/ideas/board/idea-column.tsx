import type { IdeaStatus } from "@atoll/contract/ideas/limits";
import type { ListedIdea } from "@atoll/contract/ideas/schemas";
import { ArrowRightLeft, Ellipsis, List } from "lucide-react";
import { cloneElement, useEffect, useId } from "react";
import { Count } from "../../../ui/badge/count.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/progress/skeleton.tsx";
import type { ShownIdeas } from "../data/filter.ts";
import { useColumn } from "../data/use-ideas.ts";
import { statusNames } from "../data/words.ts";
import { StatusRing } from "../status-badge.tsx";
import type { IdeaBoardProps } from "./board-props.ts";
import { IdeaCard, ideaCardLook } from "./idea-card.tsx";

interface IdeaColumnProps extends Pick<IdeaBoardProps, "renderLink" | "mayMove" | "onList" | "statuses"> {
  status: IdeaStatus;
  /** Undefined until it is known. */
  total: number | undefined;
  shown: ShownIdeas;
  /** A phone shows one column, under tabs that say its name. */
  isAlone: boolean;
  /** The cards of all columns, by their ids. */
  known: Map<string, ListedIdea>;
  heldId: string | undefined;
  hintId: string;
  onMove: (idea: ListedIdea, to: IdeaStatus) => void;
}

/** The ideas of one status, those with the most votes first. */
export function IdeaColumn(props: IdeaColumnProps) {
  const { status, total = 0, shown, isAlone, known, onList } = props;
  const titleId = useId();
  const list = useColumn(status, shown);
  const { items } = list;
  useEffect(() => {
    for (const idea of items ?? []) known.set(idea.id, idea);
  }, [items, known]);
  const rest = total - (items?.length ?? 0);
  return (
    <section
      aria-labelledby={titleId}
      className={cx(
        "flex min-h-0 flex-col",
        !isAlone &&
          "rounded-lg border bg-surface-sunken max-xl:w-[264px] max-xl:flex-none xl:min-w-0 xl:flex-1",
      )}
    >
      <header className={cx(isAlone ? "sr-only" : "flex h-10 flex-none items-center gap-2 pr-2 pl-3")}>
        <StatusRing status={status} />
        <h2 id={titleId} className="font-semibold text-sm">
          {statusNames[status]}
        </h2>
        <Count value={total} />
        <span className="ml-auto">
          <Menu
            label={`Actions for ${statusNames[status]}`}
            align="end"
            trigger={<IconButton icon={Ellipsis} size="xs" label={`Actions for ${statusNames[status]}`} />}
            items={[{ label: "Show as a list", icon: List, onSelect: () => onList(status) }]}
          />
        </span>
      </header>
      <div
        className={cx(
          "rounded-b-lg data-drag-over:bg-primary-soft",
          isAlone ? "min-h-40" : "min-h-0 flex-1 overflow-y-auto px-2 pt-1 pb-2",
        )}
        data-drag-zone={status}
        data-drag-unordered=""
      >
        <PagedList
          list={list}
          failure="Failed to fetch ideas"
          moreLabel={rest > 0 ? `Show ${rest} more` : "Show more"}
          skeleton={<Loading />}
          empty={<p className="px-2 py-3 text-center text-muted text-xs">Nothing here</p>}
        >
          {(ideas) => (
            <ul aria-labelledby={titleId} className="flex flex-col gap-2">
              {ideas.map((idea) => (
                <Card key={idea.id} {...props} idea={idea} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </section>
  );
}

function Loading() {
  return (
    <SkeletonGroup label="Loading ideas" className="flex flex-col gap-2">
      {[84, 64, 84].map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move
        <Skeleton key={index} width="100%" height={height} />
      ))}
    </SkeletonGroup>
  );
}

function Card({
  idea,
  statuses,
  heldId,
  hintId,
  renderLink,
  mayMove,
  onMove,
}: IdeaColumnProps & { idea: ListedIdea }) {
  const isMovable = mayMove(idea);
  const label = `Actions for ${idea.title}`;
  return (
    <li
      className={cx(
        ideaCardLook,
        "group relative select-none hover:shadow-2 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-ring",
        heldId === idea.id && "border-control! border-dashed bg-transparent! shadow-none! *:opacity-0",
      )}
      {...(isMovable ? { "data-drag-item": idea.id } : {})}
    >
      <IdeaCard
        idea={idea}
        title={cloneElement(renderLink(idea.id), {
          className: "outline-none after:absolute after:inset-0 after:rounded-md",
          children: idea.title,
          ...(isMovable ? { "aria-describedby": hintId } : {}),
          draggable: false,
        } as object)}
        actions={
          isMovable && (
            <span className="relative z-1 -my-1 -mr-1.5 flex-none max-md:-my-2.5" data-no-drag="">
              <Menu
                align="end"
                label={label}
                trigger={
                  <IconButton
                    icon={Ellipsis}
                    size="xs"
                    label={label}
                    className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100 pointer-coarse:opacity-100"
                  />
                }
                items={statuses
                  .filter((to) => to !== idea.status)
                  .map((to) => ({
                    label: `Move to ${statusNames[to]}`,
                    icon: ArrowRightLeft,
                    onSelect: () => onMove(idea, to),
                  }))}
              />
            </span>
          )
        }
      />
    </li>
  );
}
