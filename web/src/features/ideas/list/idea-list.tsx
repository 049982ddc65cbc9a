import { maxExportedIdeas } from "@atoll/contract/ideas/limits";
import { canModerateIdeas } from "@atoll/contract/ideas/policy";
import { ideaRoutes } from "@atoll/contract/ideas/routes";
import { CircleCheck, Plus, Rocket } from "lucide-react";
import { cloneElement, type ReactNode, useState } from "react";
import { ExportButton } from "../../../capabilities/export/export-button.tsx";
import { AsOf } from "../../../capabilities/offline/seen/as-of.tsx";
import { counted } from "../../../lib/counted.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { formatDate } from "../../../lib/time/format-date.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { SelectToggle } from "../../../ui/list/select-toggle.tsx";
import { useSelection } from "../../../ui/list/use-selection.ts";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { isEvery, queryOf, type ShownIdeas, usualIdeas } from "../data/filter.ts";
import { listKey, useIdeaSummary, useIdeas } from "../data/use-ideas.ts";
import { IdeaRow, type RenderIdeaLink } from "../idea-row.tsx";
import { ValueCard } from "../plot/value-card.tsx";
import { FilterBar } from "./filter-bar.tsx";

export interface IdeaListProps {
  shown: ShownIdeas;
  onShownChange: (shown: ShownIdeas) => void;
  renderLink: RenderIdeaLink;
  onNew: () => void;
  /** The menu of saved views. */
  views: ReactNode;
}

/** Ideas with the viewer's vote, next to the plot of their value and effort. */
export function IdeaList({ shown, onShownChange, renderLink, onNew, views }: IdeaListProps) {
  const list = useIdeas(shown);
  const [marked, setMarked] = useState<string | null>(null);
  const viewer = useViewer();
  const [isSelecting, setIsSelecting] = useState(false);
  const selection = useSelection((list.items ?? []).map(({ id }) => id));
  const chosen = (list.items ?? []).filter(({ id }) => selection.chosen.has(id));
  const toggleSelecting = () => {
    setIsSelecting(!isSelecting);
    selection.clear();
  };
  return (
    <div className="@container">
      <FilterBar shown={shown} onChange={onShownChange} lead={views}>
        <Totals />
        {canModerateIdeas(viewer) && (
          <SelectToggle
            isOn={isSelecting}
            onToggle={toggleSelecting}
            disabled={!isSelecting && !list.items?.length}
          />
        )}
        <ExportIdeas shown={shown} disabled={list.items?.length === 0} />
      </FilterBar>
      <AsOf queryKey={listKey(shown)} />
      <div className="grid items-start gap-4 @[920px]:grid-cols-[minmax(0,1fr)_384px]">
        <div className="min-w-0 rounded-lg border bg-surface-raised py-1 shadow-1">
          <PagedList
            list={list}
            failure="Failed to fetch ideas"
            skeleton={<RowSkeletons label="Loading ideas" mark={36} rowClassName="px-3 py-3" />}
            empty={<NoIdeas shown={shown} onShownChange={onShownChange} onNew={onNew} />}
          >
            {(ideas) => (
              <ul aria-label="Ideas">
                {ideas.map((idea) => (
                  <IdeaRow
                    key={idea.id}
                    idea={idea}
                    renderLink={renderLink}
                    onMark={setMarked}
                    {...(isSelecting && {
                      isChosen: selection.chosen.has(idea.id),
                      onChoose: () => selection.toggle(idea.id),
                    })}
                  />
                ))}
              </ul>
            )}
          </PagedList>
        </div>
        <div className="grid min-w-0 gap-4">
          {list.items && list.items.length > 0 && (
            <ValueCard ideas={list.items} markedId={marked} renderLink={renderLink} />
          )}
          <ShippedCard renderLink={renderLink} />
        </div>
      </div>
      <BulkBar ideas={chosen} onClear={selection.clear} />
    </div>
  );
}

function Totals() {
  const summary = useIdeaSummary();
  if (!summary) return null;
  const { total, shippedThisQuarter } = summary;
  return (
    <p className="ml-auto whitespace-nowrap text-faint text-xs @max-[920px]:hidden">
      {counted(total, "idea")}
      {shippedThisQuarter > 0 && `, ${shippedThisQuarter} shipped this quarter`}
    </p>
  );
}

function NoIdeas({ shown, onShownChange, onNew }: Pick<IdeaListProps, "shown" | "onShownChange" | "onNew">) {
  const isNarrowed =
    shown.title !== "" ||
    shown.tag !== "" ||
    shown.departments.length > 0 ||
    !(isEvery(shown.statuses) || shown.statuses === usualIdeas.statuses);
  if (isNarrowed) {
    const clear = { ...shown, title: "", tag: "", departments: [], statuses: usualIdeas.statuses };
    return (
      <EmptyState
        title="No ideas match these filters"
        action={<Button onClick={() => onShownChange(clear)}>Clear filters</Button>}
      />
    );
  }
  const post: ReactNode = (
    <Button icon={Plus} onClick={onNew}>
      Post an idea
    </Button>
  );
  return <EmptyState title={emptyWords[shown.view]} action={shown.view === "voted" ? undefined : post} />;
}

const emptyWords: Readonly<Record<ShownIdeas["view"], string>> = {
  top: "No ideas yet",
  trending: "No ideas yet",
  newest: "No ideas yet",
  mine: "You have not posted an idea yet",
  voted: "You have not voted for an idea yet",
};

/** Saves the ideas of the list as CSV. */
function ExportIdeas({ shown, disabled }: { shown: ShownIdeas; disabled: boolean }) {
  return (
    <ExportButton
      things="ideas"
      maxRows={maxExportedIdeas}
      fetchPart={(cursor) => call(ideaRoutes.exportIdeas, { query: { ...queryOf(shown), cursor } })}
      disabled={disabled}
    />
  );
}

/** The last ideas that were shipped after the viewer had voted for them; nothing without any. */
function ShippedCard({ renderLink }: { renderLink: RenderIdeaLink }) {
  const shipped = useIdeaSummary()?.shipped ?? [];
  if (shipped.length === 0) return null;
  return (
    <Card title="Shipped, because you asked" icon={Rocket} flush>
      <ul className="px-2 pb-1.5">
        {shipped.map(({ id, title, voteCount, statusAt }) => (
          <li
            key={id}
            className="flex min-h-[46px] items-center gap-3 rounded-sm px-2 py-1 hover:bg-surface-hover"
          >
            <CircleCheck aria-hidden="true" className="size-4 flex-none text-success-text" />
            <div className="min-w-0">
              {cloneElement(renderLink(id), {
                className: "block truncate font-medium hover:underline",
                children: title,
              })}
              <p className="text-muted text-xs">
                {counted(voteCount, "vote")}, shipped {formatDate(statusAt)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
