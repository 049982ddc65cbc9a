import {
  type GuestArticle,
  guestAccessRoutes,
  type OpenGuestArticle,
} from "@atoll/contract/guest-access/routes";
import { articleLink } from "@atoll/contract/knowledge/links";
import { BookOpen } from "lucide-react";
import { useMemo } from "react";
import { Comments } from "../../../capabilities/comments/comments.tsx";
import { Attachments } from "../../../capabilities/files/shown/attachments.tsx";
import { AddressLink } from "../../../capabilities/links/address-link.tsx";
import { refetch } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { formatLongDate } from "../../../lib/time/format-more-dates.ts";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { Skeleton, SkeletonGroup, SkeletonText } from "../../../ui/progress/skeleton.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { ArticleBody } from "../reading/article-body.tsx";
import { splitArticle } from "../text/split-article.ts";

/** The pages that a guest was invited to. */
export function GuestArticles() {
  const list = usePages({
    queryKey: ["guest-articles", "list"],
    fetchPage: (cursor, options) =>
      call(guestAccessRoutes.listGuestArticles, { query: cursor ? { cursor } : {} }, options),
    keyOf: ({ id }: GuestArticle) => id,
    on: { "guest-thing.changed": (data, { kind }) => (kind === "article" ? refetch() : data) },
  });
  return (
    <PagedList
      list={list}
      skeleton={<RowSkeletons label="Loading pages" mark={16} rowClassName="py-2" />}
      empty={<EmptyState title="No pages">Pages that somebody invites you to are here.</EmptyState>}
    >
      {(articles) => (
        <ul aria-label="Pages" className="flex flex-col">
          {articles.map((article) => (
            <li key={article.id}>
              <AddressLink
                address={articleLink(article)}
                className="flex min-h-11 items-start gap-3 rounded-md px-2 py-2 hover:bg-surface-hover"
              >
                <BookOpen aria-hidden="true" className="mt-0.5 size-4 flex-none text-faint" />
                <span className="min-w-0 flex-1">
                  <span className="block font-medium wrap-anywhere">{article.title}</span>
                  {article.summary !== "" && (
                    <span className="line-clamp-2 text-muted text-xs">{article.summary}</span>
                  )}
                </span>
              </AddressLink>
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

/** A page as its guest reads it: the published text, its files and comments. */
export function GuestArticleView({ articleId }: { articleId: string }) {
  const viewer = useViewer();
  const query = useLiveQuery<{ article: OpenGuestArticle | null }>({
    queryKey: ["guest-articles", "one", articleId],
    queryFn: ({ signal }) => call(guestAccessRoutes.getGuestArticle, { params: { articleId } }, { signal }),
    on: {
      "guest-thing.changed": (data, { subjectId, isOver }) => {
        if (subjectId !== articleId) return data;
        return isOver ? { article: null } : refetch();
      },
    },
    retry: false,
  });
  const { data, error } = query;
  const parts = useMemo(() => splitArticle(data?.article?.body ?? ""), [data?.article?.body]);
  if (hasCode(error, "article_not_found") || data?.article === null)
    return (
      <EmptyState
        title="This page does not exist, or you cannot see it."
        action={
          <AddressLink address="/knowledge-base" className="text-primary-text hover:underline">
            Show all pages
          </AddressLink>
        }
      >
        It was archived, or you are not invited to it any more.
      </EmptyState>
    );
  if (!data)
    return (
      <LoadState query={query} failure="Failed to load this page">
        <SkeletonGroup label="Loading the page" className="flex max-w-[640px] flex-col gap-6">
          <Skeleton width="60%" height={26} />
          <SkeletonText lines={8} />
        </SkeletonGroup>
      </LoadState>
    );
  const { article } = data;
  const facts = [
    `Published ${formatLongDate(article.publishedAt)}`,
    article.invitedBy ? `invited by ${article.invitedBy.name}` : "",
  ];
  return (
    <article className="flex max-w-[640px] flex-col gap-4">
      <div>
        <h1 className="type-page wrap-anywhere">{article.title}</h1>
        {article.summary !== "" && <p className="mt-1 text-md text-muted text-pretty">{article.summary}</p>}
        <p className="mt-1 text-muted text-xs">{facts.filter(Boolean).join(", ")}</p>
      </div>
      <div>
        <ArticleBody parts={parts} viewerId={viewer.id} />
        {article.body === "" && <p className="text-muted">This page has no text.</p>}
      </div>
      {article.files.length > 0 && (
        <section aria-label="Files" className="flex flex-col gap-2">
          <h2 className="font-semibold">Files</h2>
          <Attachments attachments={article.files} />
        </section>
      )}
      <Comments subject={{ kind: "article", id: article.id }} />
    </article>
  );
}
