import type { ArticleState } from "@atoll/contract/knowledge/limits";
import { canManageKnowledge, canWriteKnowledge } from "@atoll/contract/knowledge/policy";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { ViewHint } from "../../capabilities/saved-views/view-hint.tsx";
import { ViewsMenu } from "../../capabilities/saved-views/views-menu.tsx";
import { ArticleList } from "../../features/knowledge/articles/article-list.tsx";
import { ArticleTree } from "../../features/knowledge/articles/article-tree.tsx";
import { BulkBar } from "../../features/knowledge/articles/bulk/bulk-bar.tsx";
import { type ListOf, useTree } from "../../features/knowledge/data/queries.ts";
import { Obligations } from "../../features/knowledge/overview/obligations.tsx";
import { OverviewScreen } from "../../features/knowledge/overview/overview-screen.tsx";
import { ExportList } from "../../features/knowledge/transfer/export-list.tsx";
import { TransferMenu } from "../../features/knowledge/transfer/transfer-menu.tsx";
import { NewPageDialog } from "../../features/knowledge/writing/new-page-dialog.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { errorMessage } from "../../lib/request/api-error.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { FilterButton } from "../../ui/button/filter-button.tsx";
import { NewButton } from "../../ui/button/new-button.tsx";
import { Segmented } from "../../ui/layout/segmented.tsx";
import { useSelection } from "../../ui/list/use-selection.ts";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { ErrorState } from "../../ui/state/error-state.tsx";
import { useAskLink } from "./ask-link.tsx";
import { OnboardingCard } from "./onboarding-card.tsx";
import { SectionFrame } from "./section-frame.tsx";
import { textOf, useSearch, useSectionViews } from "./section-views.ts";

/** /knowledge-base */
export function OverviewPage() {
  usePageTitle("Knowledge Base");
  const ask = useAskLink();
  const creation = useNewPage("article", false);
  return (
    <SectionFrame actions={creation.button}>
      <OverviewScreen ask={ask} moreSections={<OnboardingCard />} />
      {creation.dialog}
    </SectionFrame>
  );
}

const published = { state: "published", trust: "all", owner: "anyone" } as const;
const trustOf = (value: unknown) => (value === "stale" ? "stale" : "all");

const stateOf = (shown: string): ArticleState =>
  shown === "draft" || shown === "review" ? shown : "published";

/** /knowledge-base/sop: the procedures, what the viewer has to read, and drafts for those who write. */
export function SopsPage() {
  usePageTitle("SOPs");
  const viewer = useViewer();
  const search = useSearch();
  const shown = textOf(search.show) || "all";
  const { desk, show } = useSectionViews("sop", "All SOPs");
  const list: ListOf = {
    ...published,
    kind: "sop",
    state: stateOf(shown),
    owner: search.owner === "me" ? "me" : "anyone",
    trust: trustOf(search.trust),
  };
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
        <ViewHint desk={desk} />
        <div className="flex flex-wrap items-center gap-2">
          <ViewsMenu desk={desk} />
          <Segmented
            label="Which SOPs"
            value={shown}
            onValueChange={(next) => show({ show: next === "all" ? undefined : next })}
            options={[
              { value: "all", label: "All" },
              { value: "obligations", label: "To read" },
              ...(canWriteKnowledge(viewer)
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
        </div>
        {shown === "obligations" ? (
          <Obligations />
        ) : (
          <ArticleList
            key={shown}
            canSelect={canWriteKnowledge(viewer)}
            list={list}
            empty={shown === "all" && desk.open === desk.first ? "No SOPs yet" : "No SOPs here"}
            hint={
              shown === "review"
                ? "SOPs that wait for approval appear here."
                : canWriteKnowledge(viewer)
                  ? "New SOP begins one from a template with steps."
                  : "Procedures appear here once they are published."
            }
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
  const search = useSearch();
  const shown = textOf(search.show) || "tree";
  const creation = useNewPage("article", search.new !== undefined);
  const { desk, show } = useSectionViews("articles", "All articles");
  const trust = trustOf(search.trust);
  const lists: Record<string, { list: ListOf; empty: string; hint?: string }> = {
    list: {
      list: { ...published, kind: "article", trust },
      empty: "No articles here",
      hint: "Articles appear here once they are published.",
    },
    stale: {
      list: { ...published, trust: "stale" },
      empty: "Nothing is due for review",
      hint: "Pages appear here at the end of their review interval.",
    },
    mine: {
      list: { ...published, owner: "me", trust },
      empty: "You own no pages here",
      hint: "You own the pages that you create, and those handed over to you.",
    },
    archived: {
      list: { ...published, state: "archived" },
      empty: "Nothing is archived",
      hint: "Archive in the menu of a page moves it here, away from readers and search.",
    },
  };
  const list = lists[shown];
  return (
    <SectionFrame
      actions={
        <>
          <ExportList list={list?.list ?? { ...published, kind: "article" }} />
          <TransferMenu canImport={canWriteKnowledge(viewer)} />
          {creation.button}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ViewHint desk={desk} />
        <div className="flex flex-wrap items-center gap-2">
          <ViewsMenu desk={desk} />
          <Segmented
            label="Which pages"
            value={list ? shown : "tree"}
            onValueChange={(next) => show({ show: next === "tree" ? undefined : next })}
            options={[
              { value: "tree", label: "Tree" },
              { value: "list", label: "List" },
              { value: "mine", label: "Mine" },
              { value: "stale", label: "Needs review" },
              ...(canManageKnowledge(viewer) ? [{ value: "archived", label: "Archived" }] : []),
            ]}
          />
          {list && (shown === "list" || shown === "mine") && (
            <StaleFilter list={list.list} onChange={(next) => show({ trust: next })} />
          )}
        </div>
        {list ? (
          <ArticleList key={shown} {...list} canSelect={canWriteKnowledge(viewer) || shown === "mine"} />
        ) : (
          <Tree canMove={canWriteKnowledge(viewer)} onNew={creation.open} />
        )}
      </div>
      {creation.dialog}
    </SectionFrame>
  );
}

/** Narrows a list to what is due for review. */
function StaleFilter({ list, onChange }: { list: ListOf; onChange: (trust: "stale" | undefined) => void }) {
  const isOn = list.trust === "stale";
  return (
    <FilterButton active={isOn} label="Needs review" onClick={() => onChange(isOn ? undefined : "stale")} />
  );
}

function Tree({ canMove, onNew }: { canMove: boolean; onNew: (parentId: string) => void }) {
  const { data, error, isFetching, refetch } = useTree();
  const selection = useSelection(useMemo(() => (data ?? []).map(({ id }) => id), [data]));
  if (!data)
    return error ? (
      <ErrorState message={errorMessage(error)} retrying={isFetching} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons label="Loading the tree" mark={16} rowClassName="py-1" />
    );
  if (data.length === 0)
    return (
      <EmptyState title="No articles yet">
        {canMove
          ? "New Article writes the first one. Import Markdown brings pages from elsewhere."
          : "Articles appear here once they are published."}
      </EmptyState>
    );
  return (
    <div>
      <div className="rounded-lg border bg-surface-raised p-2 shadow-1">
        <ArticleTree
          nodes={data}
          openId={undefined}
          {...{ canMove, onNew }}
          {...(canMove ? { selection } : {})}
        />
      </div>
      {canMove && (
        <BulkBar
          pages={data.filter(({ id }) => selection.chosen.has(id))}
          canMove
          onClear={selection.clear}
        />
      )}
    </div>
  );
}

/** The button and the dialog for a new page, for those who may write one. */
function useNewPage(kind: "article" | "sop", isAsked: boolean) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const canWrite = canWriteKnowledge(viewer);
  const [below, setBelow] = useState<string | null | undefined>(isAsked && canWrite ? null : undefined);
  const section = kind === "sop" ? "/knowledge-base/sop/$" : "/knowledge-base/articles/$";
  return {
    open: (parentId: string) => setBelow(parentId),
    button: canWrite && (
      <NewButton label={kind === "sop" ? "New SOP" : "New Article"} onClick={() => setBelow(null)} />
    ),
    dialog: below !== undefined && (
      <NewPageDialog
        kind={kind}
        parentId={below}
        onClose={() => setBelow(undefined)}
        onCreated={(id) => void navigate({ to: section, params: { _splat: id }, search: { edit: "draft" } })}
      />
    ),
  };
}
