import { AddressLink } from "../../capabilities/links/address-link.tsx";
import { GuestArticles, GuestArticleView } from "../../features/knowledge/guest/guest-articles.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { PageHeader } from "../page/page-header.tsx";

/** /knowledge-base for a guest: what they were invited to, or one page of it. */
export function GuestKnowledgePage({ articleId }: { articleId: string | undefined }) {
  usePageTitle("Knowledge Base");
  return (
    <div className="page-pad flex min-h-full flex-col">
      {articleId === undefined ? (
        <>
          <PageHeader title="Knowledge Base" />
          <GuestArticles />
        </>
      ) : (
        <>
          <p className="mb-3">
            <AddressLink
              address="/knowledge-base"
              className="rounded-xs py-1 text-primary-text hover:underline"
            >
              All pages
            </AddressLink>
          </p>
          <GuestArticleView key={articleId} articleId={articleId} />
        </>
      )}
    </div>
  );
}
