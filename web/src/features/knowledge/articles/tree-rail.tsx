import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { FolderTree, PanelLeftClose } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useHasRoomBeside } from "../../../lib/page/use-is-phone.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { useKeptText } from "../../../lib/use-kept-text.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Drawer } from "../../../ui/dialog/drawer.tsx";
import { FilterField } from "../../../ui/field/filter-field.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { useArticle } from "../data/queries.ts";
import { DraftOutline } from "../writing/draft-outline.tsx";
import { ArticleTree } from "./article-tree.tsx";
import { type Branches, useBranches } from "./use-branches.ts";

const maxFilterLength = 100;

interface TreeRailProps {
  articleId: string;
  canMove: boolean;
  onNew: (parentId: string) => void;
}

/**
 * The tree of articles next to a page that is read or written, or over it where there is no room.
 * @param place pages that are read and pages that are written each remember on this device whether it is open.
 */
export function useTreeRail(place: "reading" | "writing", rail: TreeRailProps) {
  const hasRoom = useHasRoomBeside();
  const reading = useKeptText("atoll.knowledge.tree-rail", "open");
  const writing = useKeptText("atoll.knowledge.tree-rail-writing", "closed");
  const [kept, keep] = place === "reading" ? reading : writing;
  // Choosing a page closes it.
  const [overPage, setOverPage] = useState<string>();
  const isOver = overPage === rail.articleId;
  const isOpen = hasRoom ? kept === "open" : isOver;
  const setOpen = (next: boolean) =>
    hasRoom ? keep(next ? "open" : "closed") : setOverPage(next ? rail.articleId : undefined);
  return {
    /** Shows the tree while it is closed. */
    button: !isOpen && (
      <IconButton icon={FolderTree} size="sm" label="Show the tree" onClick={() => setOpen(true)} />
    ),
    rail: hasRoom ? (
      isOpen && (
        <aside
          aria-label="Articles"
          className="flex w-60 flex-none flex-col border-r bg-surface-sunken print:hidden"
        >
          <header className="flex h-13 flex-none items-center gap-2 border-b pr-3 pl-4">
            <h2 className="min-w-0 flex-1 truncate font-semibold text-sm">Articles</h2>
            <IconButton
              icon={PanelLeftClose}
              size="sm"
              label="Hide the tree"
              onClick={() => setOpen(false)}
            />
          </header>
          <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-2">
            {place === "writing" && <DraftOutline />}
            <RailTree {...rail} />
          </div>
        </aside>
      )
    ) : (
      <Drawer kind="nav" title="Articles" open={isOver} onClose={() => setOpen(false)}>
        <div className="p-2">
          <RailTree {...rail} />
        </div>
      </Drawer>
    ),
  };
}

function RailTree({ articleId, canMove, onNew }: TreeRailProps) {
  const { data: article } = useArticle(articleId);
  const [search, setSearch] = useState("");
  const branches = useBranches(search);
  useReveal(branches, article);
  const { data } = branches.query;
  const isMissing = branches.query.error !== null;
  return (
    <div className="flex flex-col gap-2">
      <FilterField
        label="Filter by title"
        value={search}
        onChange={setSearch}
        maxLength={maxFilterLength}
        className="sticky top-0 z-10 flex-none bg-surface before:absolute before:inset-x-0 before:-top-2 before:h-2 before:bg-surface before:content-['']"
      />
      {!data ? (
        branches.query.error ? (
          <LoadState query={branches.query} failure="Failed to load the tree" />
        ) : (
          <RowSkeletons label="Loading the tree" mark={16} rowClassName="py-1" />
        )
      ) : data.nodes.length === 0 && !isMissing ? (
        <EmptyState title={search === "" ? "No articles yet" : `No titles contain “${search}”`}>
          {search === ""
            ? "Articles appear here once they are published."
            : "The search also finds texts of pages."}
        </EmptyState>
      ) : (
        <>
          <MissingBranches branches={branches} />
          <ArticleTree
            nodes={data.nodes}
            cut={data.cut}
            branches={branches}
            openId={articleId}
            canMove={canMove}
            onNew={onNew}
          />
          <MoreBranches branches={branches} />
        </>
      )}
    </div>
  );
}

/** Opens the branches above a page, once for each place that it is opened at or moves to. */
function useReveal(branches: Branches, article: OpenArticle | undefined): void {
  const above = (article?.above ?? []).map(({ id }) => id);
  const isKnown = branches.query.data !== undefined;
  const reveal = useEffectEvent(() => {
    const closed = above.filter((id) => !branches.isOpen(id));
    if (closed.length > 0) branches.set(closed, true);
  });
  const place = [article?.id, ...above].join();
  useEffect(() => {
    if (isKnown && place !== "") reveal();
  }, [isKnown, place]);
}

/** Above a tree: that a part of it failed to load. The part before it is still shown. */
export function MissingBranches({ branches: { query } }: { branches: Branches }) {
  if (!query.error) return null;
  const message = errorMessage(query.error, "Failed to load this part of the tree");
  return <RetryAlert message={message} retrying={query.isFetching} onRetry={() => void query.refetch()} />;
}

/** Under a tree: the way to the rest of long branches. */
export function MoreBranches({ branches: { query, showMore } }: { branches: Branches }) {
  if (query.data?.cut.length === 0) return null;
  if (!showMore)
    return query.data && <p className="p-2 text-muted text-xs">More pages match than are shown.</p>;
  return (
    <div className="flex justify-center p-2">
      <Button size="sm" loading={query.isFetching} onClick={showMore}>
        Show more of long branches
      </Button>
    </div>
  );
}
