import { readingMinutes } from "@atoll/contract/knowledge/outline";
import type { Article } from "@atoll/contract/knowledge/schemas";
import type { ReactNode } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { formatDate } from "../../../lib/time/format-date.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { useSelection } from "../../../ui/list/use-selection.ts";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { type ListOf, useArticles } from "../data/queries.ts";
import { ArticleLink } from "../shared/article-link.tsx";
import { KindTile, kindNames } from "../shared/kind-tile.tsx";
import { MetaLine } from "../shared/meta-line.tsx";
import { StillRight } from "../shared/still-right.tsx";
import { TrustBadge } from "../shared/trust.tsx";
import { BulkBar } from "./bulk/bulk-bar.tsx";

interface ArticleListProps {
  list: ListOf;
  empty: string;
  /** The next step where the list is empty. */
  hint?: string | undefined;
  /** A button for that step. */
  start?: ReactNode;
  /** Several can be selected, to change them together. */
  canSelect: boolean;
}

/** Pages of one list, by title. */
export function ArticleList({ list, empty, hint, start, canSelect }: ArticleListProps) {
  const pages = useArticles(list);
  const selection = useSelection((pages.items ?? []).map(({ id }) => id));
  const chosen = (pages.items ?? []).filter(({ id }) => selection.chosen.has(id));
  return (
    <>
      <PagedList
        list={pages}
        skeleton={<RowSkeletons label="Loading pages" mark={28} rowClassName="py-2" />}
        empty={
          <EmptyState title={empty} action={start}>
            {hint}
          </EmptyState>
        }
        failure="Failed to load pages"
      >
        {(articles) => (
          <ul className="rounded-lg border bg-surface-raised shadow-1">
            {articles.map((article) => (
              <li
                key={article.id}
                className="flex min-h-14 items-center gap-3 px-4 py-2 has-checked:bg-primary-soft not-first:border-t"
              >
                {canSelect && (
                  <Checkbox
                    label={`Select ${article.title || "the page without a title"}`}
                    hideLabel
                    checked={selection.chosen.has(article.id)}
                    onChange={() => selection.toggle(article.id)}
                  />
                )}
                {/* The kind is named in the line below the title, too; a phone has no room for both. */}
                <span className={canSelect ? "flex-none max-md:hidden" : "flex-none"}>
                  <KindTile kind={article.kind} />
                </span>
                <div className="min-w-0 flex-1">
                  <ArticleLink
                    article={article}
                    className="block truncate font-medium hover:underline max-md:whitespace-normal"
                  >
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
                  <span className="mt-1 block md:hidden">
                    <StateBadge article={article} />
                  </span>
                </div>
                <span className="flex-none max-md:hidden">
                  <StateBadge article={article} />
                </span>
                {list.trust === "stale" && <StillRight article={article} />}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {canSelect && (
        <BulkBar
          pages={chosen}
          canMove={chosen.every(({ kind }) => kind === "article")}
          areArchived={list.state === "archived"}
          onClear={selection.clear}
        />
      )}
    </>
  );
}

function StateBadge({ article }: { article: Article }) {
  if (article.state === "published") return <TrustBadge article={article} />;
  return <Badge tone="outline">{stateNames[article.state]}</Badge>;
}

const stateNames = { draft: "Draft", review: "In review", published: "Published", archived: "Archived" };
