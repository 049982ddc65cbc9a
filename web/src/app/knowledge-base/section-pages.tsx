import type { ArticleState } from "@atoll/contract/knowledge/limits";
import { canManageKnowledge, canWriteKnowledge } from "@atoll/contract/knowledge/policy";
import type { FaqAnswer } from "@atoll/contract/knowledge/schemas";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { ArticleList } from "../../features/knowledge/articles/article-list.tsx";
import { ArticleTree } from "../../features/knowledge/articles/article-tree.tsx";
import { BulkBar } from "../../features/knowledge/articles/bulk/bulk-bar.tsx";
import { type ListOf, useFaq, useTree } from "../../features/knowledge/data/queries.ts";
import { FaqEditor } from "../../features/knowledge/faq/faq-editor.tsx";
import { FaqScreen } from "../../features/knowledge/faq/faq-screen.tsx";
import { countCategories } from "../../features/knowledge/faq/filter-answers.ts";
import { Obligations } from "../../features/knowledge/overview/obligations.tsx";
import { OverviewScreen } from "../../features/knowledge/overview/overview-screen.tsx";
import { ExportList } from "../../features/knowledge/transfer/export-list.tsx";
import { TransferMenu } from "../../features/knowledge/transfer/transfer-menu.tsx";
import { NewPageDialog } from "../../features/knowledge/writing/new-page-dialog.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { errorMessage } from "../../lib/request/api-error.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Segmented } from "../../ui/layout/segmented.tsx";
import { useSelection } from "../../ui/list/use-selection.ts";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { ErrorState } from "../../ui/state/error-state.tsx";
import { useAskLink } from "./ask-link.tsx";
import { OnboardingCard } from "./onboarding-card.tsx";
import { SectionFrame } from "./section-frame.tsx";

const useSearch = () => useLocation({ select: (location): Record<string, unknown> => location.search });
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";

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

/** /knowledge-base/faq */
export function FaqPage() {
  usePageTitle("FAQ");
  const viewer = useViewer();
  const navigate = useNavigate();
  const search = useSearch();
  const ask = useAskLink();
  const { data } = useFaq();
  const asked = textOf(search.new);
  const [edited, setEdited] = useState<FaqAnswer | "new" | undefined>(
    asked !== "" && canWriteKnowledge(viewer) ? "new" : undefined,
  );
  const close = () => {
    setEdited(undefined);
    if (search.new !== undefined) void navigate({ to: "/knowledge-base/faq", search: {}, replace: true });
  };
  return (
    <SectionFrame
      actions={
        canWriteKnowledge(viewer) && (
          <Button variant="primary" icon={Plus} onClick={() => setEdited("new")}>
            New Answer
          </Button>
        )
      }
    >
      <FaqScreen ask={ask} openId={textOf(search.answer) || undefined} onEdit={setEdited} />
      {edited && (
        <FaqEditor
          answer={edited === "new" ? undefined : edited}
          question={asked === "1" ? "" : asked}
          categories={countCategories(data ?? []).map(({ name }) => name)}
          onClose={close}
        />
      )}
    </SectionFrame>
  );
}

const published = { state: "published", trust: "all", owner: "anyone" } as const;
const ofState = (state: ArticleState, kind: "sop" | "article"): ListOf => ({ ...published, kind, state });

const stateOf = (shown: string): ArticleState =>
  shown === "draft" || shown === "review" ? shown : "published";

/** /knowledge-base/sop: the procedures, what the viewer has to read, and drafts for those who write. */
export function SopsPage() {
  usePageTitle("SOPs");
  const viewer = useViewer();
  const navigate = useNavigate();
  const search = useSearch();
  const shown = textOf(search.show) || "all";
  const creation = useNewPage("sop", search.new !== undefined);
  return (
    <SectionFrame
      actions={
        <>
          {shown !== "obligations" && <ExportList list={ofState(stateOf(shown), "sop")} />}
          {creation.button}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Segmented
          label="Which SOPs"
          className="self-start"
          value={shown}
          onValueChange={(show) =>
            void navigate({ to: "/knowledge-base/sop", search: show === "all" ? {} : { show } })
          }
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
        {shown === "obligations" ? (
          <Obligations />
        ) : shown === "draft" || shown === "review" ? (
          <ArticleList
            canSelect={canWriteKnowledge(viewer)}
            list={ofState(shown, "sop")}
            empty="No SOPs here"
          />
        ) : (
          <ArticleList
            canSelect={canWriteKnowledge(viewer)}
            list={ofState("published", "sop")}
            empty="No SOPs yet"
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
  const navigate = useNavigate();
  const search = useSearch();
  const shown = textOf(search.show) || "tree";
  const creation = useNewPage("article", search.new !== undefined);
  const lists: Record<string, { list: ListOf; empty: string }> = {
    stale: { list: { ...published, trust: "stale" }, empty: "Nothing is due for review" },
    mine: { list: { ...published, owner: "me" }, empty: "You own no pages" },
    archived: { list: { ...published, state: "archived" }, empty: "Nothing is archived" },
  };
  const list = lists[shown];
  return (
    <SectionFrame
      actions={
        <>
          {list && <ExportList list={list.list} />}
          <TransferMenu canImport={canWriteKnowledge(viewer)} />
          {creation.button}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Segmented
          label="Which pages"
          className="self-start"
          value={list ? shown : "tree"}
          onValueChange={(show) =>
            void navigate({ to: "/knowledge-base/articles", search: show === "tree" ? {} : { show } })
          }
          options={[
            { value: "tree", label: "Tree" },
            { value: "mine", label: "Mine" },
            { value: "stale", label: "Needs review" },
            ...(canManageKnowledge(viewer) ? [{ value: "archived", label: "Archived" }] : []),
          ]}
        />
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

function Tree({ canMove, onNew }: { canMove: boolean; onNew: (parentId: string) => void }) {
  const { data, error, isFetching, refetch } = useTree();
  const selection = useSelection(useMemo(() => (data ?? []).map(({ id }) => id), [data]));
  if (!data)
    return error ? (
      <ErrorState message={errorMessage(error)} retrying={isFetching} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons label="Loading the tree" mark={16} rowClassName="py-1" />
    );
  if (data.length === 0) return <EmptyState title="No articles yet" />;
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
      <Button variant="primary" icon={Plus} onClick={() => setBelow(null)}>
        {kind === "sop" ? "New SOP" : "New Article"}
      </Button>
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
