import type { KnowledgeOverview } from "@atoll/contract/knowledge/overview-schemas";
import type { Hit } from "@atoll/contract/search/hit-schemas";
import { searchRoutes } from "@atoll/contract/search/routes";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { counted } from "../../../lib/counted.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { SearchField } from "../../../ui/field/search-field.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { noteMissedSearch } from "../data/api.ts";
import { ArticleLink } from "../shared/article-link.tsx";
import type { AskLink } from "../shared/ask-link.ts";
import { KindTile, kindNames } from "../shared/kind-tile.tsx";
import { MetaLine } from "../shared/meta-line.tsx";

/** Somebody who pauses for so long has typed what they look for. */
const settledMs = 1500;

interface BaseSearchProps {
  count: number;
  popular: KnowledgeOverview["popular"];
  ask: AskLink;
}

/** Search over the knowledge base alone, with results below the field. */
export function BaseSearch({ count, popular, ask }: BaseSearchProps) {
  const [text, setText] = useState("");
  const wanted = useDebounced(text.trim(), 200);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ["knowledge", "search", wanted],
    queryFn: ({ signal }) => findPages(wanted, signal),
    enabled: wanted !== "",
    placeholderData: keepPreviousData,
  });
  // The answer to an earlier text stays while the next one is asked, and after it failed: it says nothing about this one.
  const isMissed = wanted !== "" && data?.length === 0 && !isFetching && !isPlaceholderData && !error;
  const settled = useDebounced(isMissed ? wanted : "", settledMs);
  useEffect(() => {
    if (settled.length >= 2) noteMissedSearch(settled).catch(() => undefined);
  }, [settled]);
  return (
    <search className="flex flex-col gap-2">
      <SearchField
        className="h-10!"
        label={`Search ${counted(count, "page")} by words, owner or tag`}
        value={text}
        loading={isFetching && wanted !== ""}
        onTextChange={setText}
      />
      {wanted === "" ? (
        popular.length > 0 && (
          <p className="flex items-baseline gap-x-3 scroll-row whitespace-nowrap text-xs max-md:-my-2">
            <span className="text-muted">Popular</span>
            {popular.map(({ article }) => (
              <ArticleLink
                key={article.id}
                article={article}
                className="text-primary-text hover:underline max-md:py-2.5"
              >
                {article.title}
              </ArticleLink>
            ))}
          </p>
        )
      ) : (
        <div className="rounded-lg border bg-surface-raised shadow-1">
          {error && (
            <RetryAlert message={errorMessage(error)} retrying={isFetching} onRetry={() => void refetch()} />
          )}
          <ul aria-label="Results" className="flex flex-col px-4 py-2">
            {data?.map((hit) =>
              hit.detail.kind === "article" ? (
                <li key={hit.id} className="flex min-h-12 items-center gap-3 py-1">
                  <KindTile kind={hit.detail.articleKind} />
                  <div className="min-w-0 flex-1">
                    <ArticleLink
                      article={{ id: hit.id, kind: hit.detail.articleKind }}
                      className="block truncate font-medium hover:underline"
                    >
                      {hit.title.text}
                    </ArticleLink>
                    <MetaLine
                      parts={[
                        kindNames[hit.detail.articleKind],
                        hit.detail.section,
                        hit.text.text.slice(0, 90),
                      ]}
                    />
                  </div>
                </li>
              ) : null,
            )}
          </ul>
          {isMissed && (
            <p className="flex items-center gap-3 px-4 pb-3">
              <span className="min-w-0 flex-1">No pages match “{wanted}”</span>
              {ask(wanted)}
            </p>
          )}
        </div>
      )}
    </search>
  );
}

const mostPages = 8;

/** Finds pages by their words and tags, and then those of the people who are called so. */
async function findPages(wanted: string, signal: AbortSignal): Promise<Hit[]> {
  const find = async (query: string) =>
    (
      await call(
        searchRoutes.searchEverywhere,
        { query: { query, kind: "article", limit: mostPages } },
        { signal },
      )
    ).items;
  // One after the other: a person's newer search ends the one before.
  const byWords = await find(wanted);
  // With an operator or quotes, the query already says where to look.
  if (byWords.length === mostPages || /[:："“”]/.test(wanted)) return byWords;
  const byOwner = await find(`from:"${wanted}"`);
  return [...byWords, ...byOwner.filter(({ id }) => byWords.every((hit) => hit.id !== id))].slice(
    0,
    mostPages,
  );
}
