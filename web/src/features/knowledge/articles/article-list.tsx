import { readingMinutes } from "@atoll/contract/knowledge/outline";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { formatDate } from "../../../lib/time/format-date.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { type ListOf, useArticles } from "../data/queries.ts";
import { ArticleLink } from "../parts/article-link.tsx";
import { KindTile, kindNames } from "../parts/kind-tile.tsx";
import { MetaLine } from "../parts/meta-line.tsx";
import { StillRight } from "../parts/still-right.tsx";
import { TrustBadge } from "../parts/trust.tsx";

/** Pages of one list, by title. */
export function ArticleList({ list, empty }: { list: ListOf; empty: string }) {
  const pages = useArticles(list);
  return (
    <PagedList
      list={pages}
      skeleton={<RowSkeletons label="Loading pages" mark={28} rowClassName="py-2" />}
      empty={<EmptyState title={empty} />}
      failure="Failed to load pages"
    >
      {(articles) => (
        <ul className="rounded-lg border bg-surface-raised shadow-1">
          {articles.map((article) => (
            <li key={article.id} className="flex min-h-14 items-center gap-3 px-4 py-2 not-first:border-t">
              <KindTile kind={article.kind} />
              <div className="min-w-0 flex-1">
                <ArticleLink article={article} className="block truncate font-medium hover:underline">
                  {article.title || "Without a title yet"}
                </ArticleLink>
                <MetaLine
                  parts={[
                    list.kind === undefined && kindNames[article.kind],
                    article.category,
                    authorName(article.owner),
                    article.version !== null && `Version ${article.version}`,
                    article.words > 0 && `${readingMinutes(article.words)} min`,
                    article.publishedAt && formatDate(article.publishedAt),
                  ]}
                />
              </div>
              <span className="flex-none max-md:hidden">
                {article.state === "published" ? (
                  <TrustBadge article={article} />
                ) : (
                  <Badge tone="outline">{stateNames[article.state]}</Badge>
                )}
              </span>
              {list.trust === "stale" && <StillRight article={article} />}
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

const stateNames = { draft: "Draft", review: "In review", published: "Published", archived: "Archived" };
