import type { ArticleState } from "@atoll/contract/knowledge/limits";
import { knowledgeSearch } from "@atoll/contract/knowledge/list-search";
import { canManageKnowledge, canWriteKnowledge } from "@atoll/contract/knowledge/policy";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { ViewHint } from "../../capabilities/saved-views/view-hint.tsx";
import { ViewsMenu } from "../../capabilities/saved-views/views-menu.tsx";
import { ArticleList } from "../../features/knowledge/articles/article-list.tsx";
import { ArticleTree } from "../../features/knowledge/articles/article-tree.tsx";
import { BulkBar } from "../../features/knowledge/articles/bulk/bulk-bar.tsx";
import { DeletedDrafts } from "../../features/knowledge/articles/deleted-drafts.tsx";
import { MissingBranches, MoreBranches } from "../../features/knowledge/articles/tree-rail.tsx";
import { useBranches } from "../../features/knowledge/articles/use-branches.ts";
import type { ListOf } from "../../features/knowledge/data/queries.ts";
import { Obligations } from "../../features/knowledge/overview/obligations.tsx";
import { OverviewScreen } from "../../features/knowledge/overview/overview-screen.tsx";
import { ExportList } from "../../features/knowledge/transfer/export-list.tsx";
import { TransferMenu } from "../../features/knowledge/transfer/transfer-menu.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { FilterButton } from "../../ui/button/filter-button.tsx";
import { Segmented } from "../../ui/layout/segmented.tsx";
import { useSelection } from "../../ui/list/use-selection.ts";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { askLink } from "./ask-link.tsx";
import { GuestKnowledgePage } from "./guest-knowledge-page.tsx";
import { OnboardingCard } from "./onboarding-card.tsx";
import { SectionFrame } from "./section-frame.tsx";
import { useSectionViews } from "./section-views.ts";
import { useNewPage } from "./use-new-page.tsx";

/** /knowledge-base */
export function KnowledgeOverviewPage() {
  const { isGuest } = useViewer();
  return isGuest ? <GuestKnowledgePage articleId={undefined} /> : <Overview />;
}

function Overview() {
  usePageTitle("Knowledge Base");
  const creation = useNewPage("article", false);
  return (
    <SectionFrame actions={creation.button}>
      <OverviewScreen ask={askLink} start={creation.start} moreSections={<OnboardingCard />} />
      {creation.dialog}
    </SectionFrame>
  );
}

const published = { state: "published", trust: "all", owner: "anyone" } as const;

const isDraftState = (shown: string): shown is "draft" | "review" => shown === "draft" || shown === "review";
const stateOf = (shown: string): ArticleState => (isDraftState(shown) ? shown : "published");

/** /knowledge-base/sop: the procedures, what the viewer has to read, and drafts for those who write. */
export function SopsPage() {
  usePageTitle("SOPs");
  const viewer = useViewer();
  const search = useSearch({ from: "/workspace/knowledge-base/sop" });
  const mayWrite = canWriteKnowledge(viewer);
  const { show: asked, owner, trust } = knowledgeSearch.sop.read(search);
  const shown = asked === "obligations" || (mayWrite && isDraftState(asked)) ? asked : "all";
  const { pageViews, show } = useSectionViews("sop", "All SOPs");
  const list: ListOf = { ...published, kind: "sop", state: stateOf(shown), owner, trust };
  const creation = useNewPage("sop", search.new !== undefined);
  return (
    <SectionFrame
      actions={
        <>
          {shown !== "obligations" && <ExportList list={list} />}
          {creation.button}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ListToolbar pageViews={pageViews}>
          <Segmented
            label="Which SOPs"
            value={shown}
            onValueChange={(next) => show({ show: next === "all" ? undefined : next })}
            options={[
              { value: "all", label: "All" },
              { value: "obligations", label: "To read" },
              ...(mayWrite
                ? [
                    { value: "draft", label: "Drafts" },
                    { value: "review", label: "In review" },
                  ]
                : []),
            ]}
          />
          {shown !== "obligations" && (
            <>
              <FilterButton
                active={list.owner === "me"}
                label="Mine"
                onClick={() => show({ owner: list.owner === "me" ? undefined : "me" })}
              />
              <StaleFilter list={list} onChange={(trust) => show({ trust })} />
            </>
          )}
        </ListToolbar>
        {shown === "obligations" ? (
          <Obligations />
        ) : (
          <ArticleList
            key={shown}
            canSelect={mayWrite}
            list={list}
            empty={shown === "all" && pageViews.open === pageViews.first ? "No SOPs yet" : "No SOPs here"}
            hint={
              shown === "review"
                ? "SOPs that wait for approval appear here."
                : mayWrite
                  ? "New SOP starts one from a template with steps."
                  : "Procedures appear here once they are published."
            }
            start={shown !== "review" && (creation.start || askLink("", "Ask a question"))}
          />
        )}
      </div>
      {creation.dialog}
    </SectionFrame>
  );
}

/** /knowledge-base/articles: the tree, and lists of what needs somebody. */
export function ArticlesPage() {
  usePageTitle("Articles");
  const viewer = useViewer();
  const search = useSearch({ from: "/workspace/knowledge-base/articles" });
  const { show: shown, trust } = knowledgeSearch.articles.read(search);
  const creation = useNewPage("article", search.new !== undefined);
  const mayWrite = canWriteKnowledge(viewer);
  const { pageViews, show } = useSectionViews("articles", "All articles");
  const start = creation.start || askLink("", "Ask a question");
  const lists: Record<string, { list: ListOf; empty: string; hint?: string; start?: ReactNode }> = {
    list: {
      list: { ...published, kind: "article", trust },
      empty: "No articles here",
      hint: "Articles appear here once they are published.",
      start,
    },
    starred: {
      list: { ...published, starred: "1" },
      empty: "You have not starred a page yet",
      hint: "The star at the top of a page puts it here.",
    },
    stale: {
      list: { ...published, trust: "stale" },
      empty: "Nothing is due for review",
      hint: "Pages appear here at the end of their review interval.",
    },
    mine: {
      list: { ...published, owner: "me", trust },
      empty: "You own no pages here",
      hint: mayWrite
        ? "You own the pages that you create, and those handed over to you."
        : "Pages that are handed over to you appear here.",
    },
    archived: {
      list: { ...published, state: "archived" },
      empty: "Nothing is archived",
      hint: "Archive in the menu of a page moves it here, away from readers and search.",
    },
  };
  const isDeleted = shown === "deleted";
  const navigate = useNavigate();
  const list = shown === "archived" && !canManageKnowledge(viewer) ? undefined : lists[shown];
  return (
    <SectionFrame
      actions={
        <>
          <ExportList list={list?.list ?? { ...published, kind: "article" }} />
          <TransferMenu canImport={mayWrite} />
          {creation.button}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ListToolbar pageViews={pageViews}>
          <Segmented
            label="Which pages"
            value={list || isDeleted ? shown : "tree"}
            onValueChange={(next) => show({ show: next === "tree" ? undefined : next })}
            options={[
              { value: "tree", label: "Tree" },
              { value: "list", label: "List" },
              { value: "starred", label: "Starred" },
              { value: "mine", label: "Mine" },
              { value: "stale", label: "Needs review" },
              ...(canManageKnowledge(viewer) ? [{ value: "archived", label: "Archived" }] : []),
              ...(mayWrite || isDeleted ? [{ value: "deleted", label: "Deleted drafts" }] : []),
            ]}
          />
          {list && (shown === "list" || shown === "mine") && (
            <StaleFilter list={list.list} onChange={(next) => show({ trust: next })} />
          )}
        </ListToolbar>
        {isDeleted ? (
          <DeletedDrafts
            onRestored={(id) =>
              void navigate({
                to: "/knowledge-base/articles/$articleId",
                params: { articleId: id },
                search: { edit: "draft" },
              })
            }
          />
        ) : list ? (
          <ArticleList key={shown} {...list} canSelect={mayWrite || shown === "mine"} />
        ) : (
          <Tree canMove={mayWrite} onNew={creation.open} start={start} />
        )}
      </div>
      {creation.dialog}
    </SectionFrame>
  );
}

interface ListToolbarProps {
  pageViews: ReturnType<typeof useSectionViews>["pageViews"];
  /** The filters of the list. */
  children: ReactNode;
}

/** The saved views of a list, and its filters. */
function ListToolbar({ pageViews, children }: ListToolbarProps) {
  return (
    <>
      <ViewHint pageViews={pageViews} />
      <div className="flex flex-wrap items-center gap-2">
        <ViewsMenu pageViews={pageViews} />
        {children}
      </div>
    </>
  );
}

/** Narrows a list to what is due for review. */
function StaleFilter({ list, onChange }: { list: ListOf; onChange: (trust: "stale" | undefined) => void }) {
  const isOn = list.trust === "stale";
  return (
    <FilterButton active={isOn} label="Needs review" onClick={() => onChange(isOn ? undefined : "stale")} />
  );
}

interface TreeProps {
  canMove: boolean;
  onNew: (parentId: string) => void;
  /** The next step where there are no articles. */
  start: ReactNode;
}

function Tree({ canMove, onNew, start }: TreeProps) {
  const branches = useBranches();
  const { data, error, isFetching, refetch } = branches.query;
  const selection = useSelection(useMemo(() => (data?.nodes ?? []).map(({ id }) => id), [data]));
  if (!data)
    return error ? (
      <LoadState query={{ error, isFetching, refetch }} />
    ) : (
      <RowSkeletons label="Loading the tree" mark={16} rowClassName="py-1" />
    );
  if (data.nodes.length === 0 && !error)
    return (
      <EmptyState title="No articles yet" action={start}>
        {canMove
          ? "To bring in existing pages, choose Import Markdown in the menu above."
          : "Articles appear here once they are published."}
      </EmptyState>
    );
  return (
    <div>
      <div className="rounded-lg border bg-surface-raised p-2 shadow-1">
        <MissingBranches branches={branches} />
        <ArticleTree
          nodes={data.nodes}
          cut={data.cut}
          branches={branches}
          openId={undefined}
          {...{ canMove, onNew }}
          {...(canMove ? { selection } : {})}
        />
        <MoreBranches branches={branches} />
      </div>
      {canMove && (
        <BulkBar
          pages={data.nodes.filter(({ id }) => selection.chosen.has(id))}
          canMove
          onClear={selection.clear}
        />
      )}
    </div>
  );
}
