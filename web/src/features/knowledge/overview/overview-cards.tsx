import type { KnowledgeOverview } from "@atoll/contract/knowledge/overview-schemas";
import { canWriteKnowledge } from "@atoll/contract/knowledge/policy";
import type { Article } from "@atoll/contract/knowledge/schemas";
import { Link } from "@tanstack/react-router";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { buttonClass } from "../../../ui/button/button-class.ts";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { ArticleLink } from "../shared/article-link.tsx";
import { KindTile, kindNames } from "../shared/kind-tile.tsx";
import { MetaLine } from "../shared/meta-line.tsx";

export const viewAll = buttonClass({ variant: "ghost", size: "sm" });

/** The rows of a card, or a line where there are none. */
export function Rows({ children, empty, isEmpty }: { children: ReactNode; empty: string; isEmpty: boolean }) {
  return isEmpty ? <p className="text-muted">{empty}</p> : <ul className="flex flex-col">{children}</ul>;
}

export const row = "flex min-h-12 items-center gap-3 py-1";

interface OwnPagesProps {
  title: string;
  icon: IconType;
  articles: readonly Article[];
  isStarred?: boolean;
}

/** Pages that the viewer has starred, or opened within a month. */
export function OwnPages({ title, icon, articles, isStarred = false }: OwnPagesProps) {
  return (
    <Card
      className="w-full"
      title={title}
      icon={icon}
      action={
        isStarred && (
          <Link to="/knowledge-base/articles" search={{ show: "starred" }} className={viewAll}>
            View all
          </Link>
        )
      }
    >
      <Rows
        isEmpty={articles.length === 0}
        empty={isStarred ? "Star a page to find it here." : "Pages that you open appear here."}
      >
        {articles.map((article) => (
          <li key={article.id} className={row}>
            <KindTile kind={article.kind} />
            <ArticleLine article={article}>
              <MetaLine parts={[kindNames[article.kind], authorName(article.owner)]} />
            </ArticleLine>
          </li>
        ))}
      </Rows>
    </Card>
  );
}

/** The link to an article, and a line about it. */
export function ArticleLine({ article, children }: { article: Article; children: ReactNode }) {
  return (
    <div className="min-w-0 flex-1">
      <ArticleLink article={article} className="block truncate font-medium hover:underline">
        {article.title}
      </ArticleLink>
      {children}
    </div>
  );
}

/** Searches of at least three people without results, shown only to authors. */
export function Missing({ overview: { missing } }: { overview: KnowledgeOverview }) {
  const viewer = useViewer();
  if (missing.length === 0 || !canWriteKnowledge(viewer)) return null;
  return (
    <Card
      title="Searched, not found"
      icon={Search}
      counts={<span className="text-muted text-xs">Last two weeks, names removed</span>}
    >
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(240px,1fr))] gap-x-6 gap-y-1">
        {missing.map(({ words, people }) => (
          <li key={words} className="flex min-h-8 items-center gap-2">
            <span className="min-w-0 flex-1 truncate">{words}</span>
            <span className="text-muted text-xs">{people} people</span>
            <Link
              to="/knowledge-base/faq"
              search={{ new: words }}
              className={buttonClass({ variant: "ghost", size: "xs" })}
            >
              Write it
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
