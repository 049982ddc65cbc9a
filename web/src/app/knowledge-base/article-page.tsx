import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { ArticleScreen } from "../../features/knowledge/reading/article-screen.tsx";
import { DraftScreen } from "../../features/knowledge/writing/draft-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useIsPhone } from "../../lib/page/use-is-phone.ts";
import { buttonClass } from "../../ui/button/button-class.ts";
import { Breadcrumbs } from "../../ui/layout/breadcrumbs.tsx";
import { askLink } from "./ask-link.tsx";

interface ArticlePageProps {
  section: "sop" | "articles";
  articleId: string;
}

/** /knowledge-base/sop/{id} and /knowledge-base/articles/{id}; with `?edit=draft` its draft, and with `&restore=3` the question whether version 3 replaces its text. */
export function ArticlePage({ section, articleId }: ArticlePageProps) {
  const navigate = useNavigate();
  const isEditing = useLocation({ select: ({ search }) => "edit" in search });
  const restore = useLocation({ select: ({ search }) => versionOf(search) });
  usePageTitle(isEditing ? "Edit page" : "Knowledge Base");
  const to = section === "sop" ? "/knowledge-base/sop/$" : "/knowledge-base/articles/$";
  const go = (search: { edit?: string; restore?: number }) =>
    void navigate({ to, params: { _splat: articleId }, search, replace: isEditing && "edit" in search });
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
        link: <Link to="/knowledge-base/articles/$" params={{ _splat: id }} />,
      })),
      { label: article?.title || "Page" },
    ];
    // Next to the buttons of the page, a phone has room for the page above.
    return <Breadcrumbs items={isPhone ? items.slice(-2) : items} />;
  };
  if (isEditing)
    return (
      <DraftScreen
        key={articleId}
        articleId={articleId}
        crumbs={crumbs}
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
      back={
        <Link to="/knowledge-base" className={buttonClass({ size: "sm" })}>
          To the knowledge base
        </Link>
      }
      onEdit={() => go({ edit: "draft" })}
      onRestore={goRestore}
    />
  );
}

function versionOf(search: object): number | null {
  const number = "restore" in search ? Number(search.restore) : Number.NaN;
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}
