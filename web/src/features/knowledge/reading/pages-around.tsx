import type { Article } from "@atoll/contract/knowledge/schemas";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { judge } from "../../../lib/request/judge-error.ts";
import { formatDate } from "../../../lib/time/format-date.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { PagedList, type PagedRows } from "../../../ui/list/paged-list.tsx";
import { useBelow, useNeighbors } from "../data/around.ts";
import { ArticleLink } from "../shared/article-link.tsx";
import { KindTile } from "../shared/kind-tile.tsx";
import { MetaLine } from "../shared/meta-line.tsx";

/** The pages directly below a page; nothing where there are none. */
export function PagesBelow({ articleId }: { articleId: string }) {
  const list = useBelow(articleId);
  if (!isWorthShowing(list)) return null;
  return (
    <section aria-label="Pages below this one" className="print:hidden">
      <h2 className="mb-1 font-semibold text-sm">Pages below this one</h2>
      <PagedList list={list} skeleton={null} empty={null} failure="Failed to load the pages below this one">
        {(articles) => (
          <ul>
            {articles.map((article) => (
              <PageRow key={article.id} article={article} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

/** Pure: a list at the end of a page has items, or failed while the server could be reached. Offline it is left out. */
export function isWorthShowing({ items, error }: Pick<PagedRows<unknown>, "items" | "error">): boolean {
  return (items?.length ?? 0) > 0 || (error !== null && judge(error) !== "unanswered");
}

function PageRow({ article }: { article: Article }) {
  return (
    <li className="flex min-h-11 items-center gap-3 py-1">
      <KindTile kind={article.kind} />
      <div className="min-w-0 flex-1">
        <ArticleLink article={article} className="block truncate font-medium hover:underline">
          {article.title || "Without a title yet"}
        </ArticleLink>
        <MetaLine parts={[authorName(article.owner), `Changed ${formatDate(article.updatedAt)}`]} />
      </div>
      {article.state !== "published" && (
        <Badge tone="outline">{article.state === "review" ? "In review" : "Draft"}</Badge>
      )}
    </li>
  );
}

/** The pages before and after a page in the order of the tree. */
export function Neighbors({ articleId }: { articleId: string }) {
  const { data } = useNeighbors(articleId);
  if (!data?.previous && !data?.next) return null;
  return (
    <nav
      aria-label="Previous and next page"
      className="flex gap-3 border-t pt-4 max-md:flex-col print:hidden"
    >
      {[
        { label: "Previous", page: data.previous, icon: <ArrowLeft aria-hidden="true" className="size-4" /> },
        { label: "Next", page: data.next, icon: <ArrowRight aria-hidden="true" className="size-4" /> },
      ].map(
        ({ label, page, icon }) =>
          page && (
            <Link
              key={label}
              to="/knowledge-base/articles/$articleId"
              params={{ articleId: page.id }}
              className={cx(
                "flex min-w-0 flex-1 items-center gap-3 rounded-md border bg-surface-raised px-3.5 py-2 hover:bg-surface-hover",
                label === "Next" && "flex-row-reverse text-right",
              )}
            >
              <span className="flex-none text-faint">{icon}</span>
              <span className="min-w-0 flex-1">
                <span className="block text-faint text-xs">{label}</span>
                <span className="block truncate font-medium">{page.name || "Without a title yet"}</span>
              </span>
            </Link>
          ),
      )}
    </nav>
  );
}
