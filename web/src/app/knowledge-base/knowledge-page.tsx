import type { FaqAnswer } from "@atoll/contract/knowledge/faq-schemas";
import { knowledgeSearch } from "@atoll/contract/knowledge/list-search";
import { canWriteKnowledge } from "@atoll/contract/knowledge/policy";
import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { isUuid } from "@atoll/contract/uuid";
import { Link, useMatch, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { ViewHint } from "../../capabilities/saved-views/view-hint.tsx";
import { ViewsMenu } from "../../capabilities/saved-views/views-menu.tsx";
import { useTreeRail } from "../../features/knowledge/articles/tree-rail.tsx";
import { useFaq } from "../../features/knowledge/data/queries.ts";
import { FaqEditor } from "../../features/knowledge/faq/faq-editor.tsx";
import { FaqScreen } from "../../features/knowledge/faq/faq-screen.tsx";
import { countCategories, type FaqView } from "../../features/knowledge/faq/filter-answers.ts";
import { ArticleScreen } from "../../features/knowledge/reading/article-screen.tsx";
import { knowledgeShortcuts } from "../../features/knowledge/shortcuts.ts";
import { ExportList } from "../../features/knowledge/transfer/export-list.tsx";
import { DraftScreen } from "../../features/knowledge/writing/draft-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useShortcut } from "../../lib/page/shortcuts.ts";
import { useIsPhone } from "../../lib/page/use-is-phone.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { cx } from "../../ui/base/cx.ts";
import { useRescuedFocus } from "../../ui/base/use-rescued-focus.ts";
import { Button } from "../../ui/button/button.tsx";
import { buttonClass } from "../../ui/button/button-class.ts";
import { NewButton } from "../../ui/button/new-button.tsx";
import { Breadcrumbs } from "../../ui/layout/breadcrumbs.tsx";
import { MissingScreen } from "../screens/missing-screen.tsx";
import { askLink } from "./ask-link.tsx";
import { GuestKnowledgePage } from "./guest-knowledge-page.tsx";
import { WithSectionCards } from "./section-cards.tsx";
import { SectionFrame } from "./section-frame.tsx";
import { useSectionViews } from "./section-views.ts";
import { useNewPage } from "./use-new-page.tsx";

/**
 * /knowledge-base/sop/{id} and /knowledge-base/articles/{id}; with `?edit=draft` its draft, and with `&restore=3` the
 * question whether version 3 replaces its text.
 */
export function ArticlePage() {
  useRescuedFocus();
  const { articleId = "" } = useParams({ strict: false });
  const isSop: boolean = useMatch({ strict: false }).fullPath === sopPath;
  const { isGuest } = useViewer();
  if (isGuest && isUuid(articleId)) return <GuestKnowledgePage articleId={articleId} />;
  return isUuid(articleId) ? (
    <ArticleWithTree section={isSop ? "sop" : "articles"} articleId={articleId} />
  ) : (
    <MissingScreen />
  );
}

const sopPath = "/knowledge-base/sop/$articleId";
const articlePath = "/knowledge-base/articles/$articleId";

interface OneArticleProps {
  section: "sop" | "articles";
  articleId: string;
  /** Shows the tree, where it is hidden. */
  treeButton: ReactNode;
}

/** A page with the tree of articles, which stays while the reader goes from page to page. */
function ArticleWithTree({ section, articleId }: Omit<OneArticleProps, "treeButton">) {
  const viewer = useViewer();
  const isEditing = "edit" in useSearch({ strict: false });
  const creation = useNewPage("article", false);
  const tree = useTreeRail(isEditing ? "writing" : "reading", {
    ...{ articleId, canMove: canWriteKnowledge(viewer), onNew: creation.open },
  });
  const isInTree = section === "articles";
  return (
    <div className="flex h-full min-h-0">
      {isInTree && tree.rail}
      <div className="min-w-0 flex-1">
        <WithSectionCards>
          <OneArticle
            key={articleId}
            section={section}
            articleId={articleId}
            treeButton={isInTree && tree.button}
          />
        </WithSectionCards>
      </div>
      {creation.dialog}
    </div>
  );
}

function OneArticle({ section, articleId, treeButton }: OneArticleProps) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const isEditing = "edit" in search;
  const restore = versionOf(search);
  usePageTitle(isEditing ? "Edit page" : "Knowledge Base");
  const to = section === "sop" ? sopPath : articlePath;
  const go = (search: { edit?: string; restore?: number }) =>
    void navigate({ to, params: { articleId }, search, replace: isEditing && "edit" in search });
  const goRestore = (version: number | null) =>
    go(version === null ? { edit: "draft" } : { edit: "draft", restore: version });
  const isPhone = useIsPhone();
  const crumbs = (article: OpenArticle | undefined) => {
    const items = [
      { label: "Knowledge Base", link: <Link to="/knowledge-base" /> },
      // A link may name the other section.
      (article ? article.kind === "sop" : section === "sop")
        ? { label: "SOPs", link: <Link to="/knowledge-base/sop" /> }
        : { label: "Articles", link: <Link to="/knowledge-base/articles" /> },
      ...(article?.above ?? []).map(({ id, name }) => ({
        label: name,
        link: <Link to={articlePath} params={{ articleId: id }} />,
      })),
      { label: article?.title || "Page" },
    ];
    // Next to the buttons of the page, a phone has room for the page above.
    return (
      <div className={cx("flex min-w-0 items-center gap-1", treeButton ? "max-md:-ml-2 max-md:gap-0" : "")}>
        {treeButton}
        <Breadcrumbs items={isPhone ? items.slice(-2) : items} />
      </div>
    );
  };
  const back = (
    <Link to="/knowledge-base" className={buttonClass({ size: "sm" })}>
      To the knowledge base
    </Link>
  );
  if (isEditing)
    return (
      <DraftScreen
        key={articleId}
        articleId={articleId}
        crumbs={crumbs}
        back={back}
        restore={restore}
        onRestore={goRestore}
        onRead={() => go({})}
        onGone={() =>
          void navigate({ to: section === "sop" ? "/knowledge-base/sop" : "/knowledge-base/articles" })
        }
      />
    );
  return (
    <ArticleScreen
      articleId={articleId}
      crumbs={crumbs}
      ask={askLink}
      back={back}
      onEdit={() => go({ edit: "draft" })}
      onRestore={goRestore}
    />
  );
}

function versionOf(search: object): number | null {
  const number = "restore" in search ? Number(search.restore) : Number.NaN;
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}

/** /knowledge-base/faq */
export function FaqPage() {
  usePageTitle("FAQ");
  const viewer = useViewer();
  const navigate = useNavigate();
  const search = useSearch({ from: "/workspace/knowledge-base/faq" });
  const { data } = useFaq();
  const { pageViews, show } = useSectionViews("faq", "All answers");
  const shown = knowledgeSearch.faq.read(search);
  const { category } = shown;
  const view: FaqView = shown.show
    ? { kind: shown.show }
    : category === ""
      ? { kind: "all" }
      : { kind: "category", name: category };
  const asked = search.new ?? "";
  const [edited, setEdited] = useState<FaqAnswer | "new" | undefined>(
    asked !== "" && canWriteKnowledge(viewer) ? "new" : undefined,
  );
  const canWrite = canWriteKnowledge(viewer);
  useShortcut(knowledgeShortcuts.add, () => canWrite && setEdited("new"));
  const close = () => {
    setEdited(undefined);
    if (search.new !== undefined) void navigate({ to: "/knowledge-base/faq", search: {}, replace: true });
  };
  return (
    <SectionFrame
      actions={
        <>
          <ExportList list={{ kind: "faq", state: "published", trust: "all", owner: "anyone" }} />
          {canWrite && <NewButton label="New Answer" onClick={() => setEdited("new")} />}
        </>
      }
    >
      <ViewHint pageViews={pageViews} />
      <FaqScreen
        ask={askLink}
        openId={search.answer || undefined}
        onEdit={setEdited}
        view={view}
        words={shown.text}
        onShow={(next) =>
          show({
            ...("words" in next && { text: next.words }),
            ...(next.view && {
              category: next.view.kind === "category" ? next.view.name : undefined,
              show: next.view.kind === "stale" || next.view.kind === "community" ? next.view.kind : undefined,
            }),
          })
        }
        views={<ViewsMenu pageViews={pageViews} />}
        start={
          canWrite ? (
            <Button size="sm" onClick={() => setEdited("new")}>
              New Answer
            </Button>
          ) : (
            askLink("", "Ask a question")
          )
        }
      />
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
