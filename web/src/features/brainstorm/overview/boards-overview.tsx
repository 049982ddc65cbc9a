import { type BoardTemplateName, boardOrders, boardScopes } from "@atoll/contract/brainstorm/limits";
import type { PreviewElement } from "@atoll/contract/brainstorm/schemas";
import { type BoardTemplate, boardTemplates } from "@atoll/contract/brainstorm/templates";
import { Layers, Plus } from "lucide-react";
import { useRef } from "react";
import { AsOf } from "../../../capabilities/offline/seen/as-of.tsx";
import { departmentOptions } from "../../../capabilities/people/department-options.tsx";
import { useAllDepartments } from "../../../capabilities/people/use-all-departments.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FilterField } from "../../../ui/field/filter-field.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { useScrollFade } from "../../../ui/layout/use-scroll-fade.ts";
import { CheckFilter } from "../../../ui/list/check-filter.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { Skeleton } from "../../../ui/progress/skeleton.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { useClockOffset } from "../data/use-board.ts";
import { BoardCard, type BoardCardProps } from "./board-card.tsx";
import { BoardPicture } from "./board-picture.tsx";
import { orderNames, type ShownBoards, scopeNames } from "./filter.ts";
import { listKey, useBoards, useStar } from "./use-boards.ts";

export interface BoardsOverviewProps {
  shown: ShownBoards;
  onShownChange: (shown: ShownBoards) => void;
  renderLink: BoardCardProps["renderLink"];
  onNew: (template: BoardTemplateName) => void;
}

/** The templates, and the boards that the viewer may read. */
export function BoardsOverview({ shown, onShownChange, renderLink, onNew }: BoardsOverviewProps) {
  const list = useBoards(shown);
  const star = useStar();
  const running = list.items?.find(({ session }) => session.timer?.endsAt);
  const clockOffsetMs = useClockOffset(running?.id);
  return (
    <>
      <TemplateRow onChoose={onNew} />
      <Filters shown={shown} onShownChange={onShownChange} />
      <AsOf queryKey={listKey(shown)} />
      <PagedList
        list={list}
        failure="Failed to fetch boards"
        skeleton={<CardSkeletons />}
        empty={<NoBoards shown={shown} onShownChange={onShownChange} onNew={onNew} />}
      >
        {(boards) => (
          <ul aria-label="Boards" className={grid}>
            {boards.map((board) => (
              <BoardCard
                key={board.id}
                board={board}
                clockOffsetMs={clockOffsetMs}
                renderLink={renderLink}
                onStar={(one) => void star(one)}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

const grid = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,256px),1fr))] gap-4";

function Filters({ shown, onShownChange }: Pick<BoardsOverviewProps, "shown" | "onShownChange">) {
  const change = (part: Partial<ShownBoards>) => onShownChange({ ...shown, ...part });
  const row = useRef<HTMLDivElement>(null);
  useScrollFade(row);
  const departments = useAllDepartments();
  return (
    <div
      ref={row}
      className="mb-3 flex min-w-0 items-center gap-2 max-md:-mx-4 max-md:scroll-row max-md:px-4 max-md:py-0.5 md:flex-wrap"
    >
      <h2 className="mr-1 font-semibold">Boards</h2>
      <Segmented
        label="Which boards"
        className="max-md:max-w-none"
        value={shown.scope}
        onValueChange={(scope) => change({ scope })}
        options={boardScopes.map((value) => ({ value, label: scopeNames[value] }))}
      />
      <FilterField
        className="w-[200px] flex-none"
        label="Filter boards by name or note"
        placeholder="Filter by name or note"
        maxLength={160}
        value={shown.text}
        onChange={(text) => change({ text })}
      />
      <CheckFilter
        name="Department"
        icon={Layers}
        chosen={shown.departmentId === undefined ? [] : [shown.departmentId]}
        options={departmentOptions(departments)}
        // One at a time: the last that was chosen.
        onChange={(ids) => change({ departmentId: ids.at(-1) })}
        onClear={() => change({ departmentId: undefined })}
      />
      <Select
        className="ml-auto w-[150px] flex-none"
        label="Order"
        hideLabel
        value={shown.order}
        onValueChange={(order) => change({ order })}
        options={boardOrders.map((value) => ({ value, label: orderNames[value] }))}
      />
    </div>
  );
}

function CardSkeletons() {
  return (
    <div role="status" aria-label="Loading boards" className={grid}>
      {[1, 2, 3, 4].map((one) => (
        <Skeleton key={one} className="h-[204px] rounded-lg" />
      ))}
    </div>
  );
}

function NoBoards({ shown, onShownChange, onNew }: Omit<BoardsOverviewProps, "renderLink">) {
  if (shown.text !== "" || shown.departmentId !== undefined)
    return (
      <EmptyState
        title="No boards match these filters"
        action={
          <Button onClick={() => onShownChange({ ...shown, text: "", departmentId: undefined })}>
            Clear filters
          </Button>
        }
      />
    );
  return (
    <EmptyState
      title={emptyWords[shown.scope]}
      action={
        shown.scope === "all" || shown.scope === "mine" ? (
          <Button icon={Plus} onClick={() => onNew("blank")}>
            New Board
          </Button>
        ) : undefined
      }
    />
  );
}

const emptyWords: Readonly<Record<ShownBoards["scope"], string>> = {
  all: "No boards yet",
  mine: "You have no boards yet",
  starred: "You have not starred a board yet",
  archived: "No archived boards",
};

/** The templates for a new board. On a phone the row scrolls. */
function TemplateRow({ onChoose }: { onChoose: (template: BoardTemplateName) => void }) {
  return (
    <section aria-labelledby="board-templates" className="mb-5">
      <h2 id="board-templates" className="mb-2 font-semibold">
        Start from a template
      </h2>
      <ul className="-mx-1 flex gap-3 scroll-row px-1 pb-1 max-md:-mx-4 max-md:px-4">
        {boardTemplates.map((template) => (
          <li key={template.name} className="w-[136px] min-w-[124px] flex-1">
            <button
              type="button"
              onClick={() => onChoose(template.name)}
              className="group block w-full text-left"
            >
              <TemplatePicture template={template} />
              <span className="mt-1.5 block truncate font-medium">{template.title}</span>
              <span className="block truncate text-muted text-xs">{template.hint}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TemplatePicture({ template }: { template: BoardTemplate }) {
  return (
    <span className="grid h-[86px] place-items-center overflow-hidden rounded-md border bg-surface-sunken transition-shadow group-hover:shadow-2">
      {template.elements.length === 0 ? (
        <Plus aria-hidden="true" className="size-6 text-primary-text" />
      ) : (
        <BoardPicture elements={pictureOf(template)} className="block h-full w-full" />
      )}
    </span>
  );
}

/** Its frames, with some notes as people would put them there. */
function pictureOf({ elements }: BoardTemplate): PreviewElement[] {
  return elements.flatMap((element): PreviewElement[] => {
    if (element.kind !== "frame") return [];
    const { at, size, color } = element;
    const columns = Math.max(1, Math.floor((size[0] - 20) / 142));
    const rows = size[1] > 400 ? 3 : 1;
    const notes = Array.from({ length: columns * rows - 1 || 1 }, (_, index): PreviewElement => {
      const x = at[0] + 12 + (index % columns) * 142;
      const y = at[1] + 44 + Math.floor(index / columns) * 124;
      return { kind: "note", at: [x, y], size: [132, 114], color, to: null };
    });
    return [{ kind: "frame", at, size, color, to: null }, ...notes];
  });
}
