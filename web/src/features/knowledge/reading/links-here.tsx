import type { Hit } from "@atoll/contract/search/hit-schemas";
import { MessageCircle } from "lucide-react";
import { AddressLink } from "../../../capabilities/links/address-link.tsx";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { formatDate } from "../../../lib/time/format-date.ts";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { useBacklinks, useMentions } from "../data/around.ts";
import { ArticleLink } from "../shared/article-link.tsx";
import { KindTile } from "../shared/kind-tile.tsx";
import { MetaLine } from "../shared/meta-line.tsx";
import { isWorthShowing } from "./pages-around.tsx";

/** Pages, messages, tasks and other things that link to this page, of those that the viewer may read. */
export function LinksHere({ articleId }: { articleId: string }) {
  const pages = useBacklinks(articleId);
  const mentions = useMentions(articleId);
  const [hasPages, hasMentions] = [isWorthShowing(pages), isWorthShowing(mentions)];
  if (!hasPages && !hasMentions) return null;
  return (
    <section aria-label="What links here" className="print:hidden">
      <h2 className="mb-1 font-semibold text-sm">What links here</h2>
      {hasPages && (
        <PagedList
          list={pages}
          skeleton={null}
          empty={null}
          failure="Failed to load the pages that link here"
        >
          {(articles) => (
            <ul>
              {articles.map((article) => (
                <li key={article.id} className="flex min-h-9 items-center gap-3">
                  <KindTile kind={article.kind} />
                  <ArticleLink article={article} className="min-w-0 truncate hover:underline">
                    {article.title}
                  </ArticleLink>
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      )}
      {hasMentions && (
        <PagedList
          list={mentions}
          skeleton={null}
          empty={null}
          failure="Failed to load the messages and tasks that link here"
        >
          {(hits) => (
            <ul>
              {hits.map((hit) => (
                <MentionRow key={`${hit.kind}/${hit.id}`} hit={hit} />
              ))}
            </ul>
          )}
        </PagedList>
      )}
    </section>
  );
}

/** One of them: a message or comment by its words, everything else by its title. */
function MentionRow({ hit: { kind, title, text, person, at, link } }: { hit: Hit }) {
  return (
    <li className="flex min-h-11 items-center gap-3 py-1">
      {person ? (
        <PersonAvatar person={person} decorative size={24} />
      ) : (
        <MessageCircle aria-hidden="true" className="size-4 flex-none text-faint" />
      )}
      <div className="min-w-0 flex-1">
        <AddressLink address={link} className="block truncate hover:underline">
          {title.text || text.text || "Without words"}
        </AddressLink>
        <MetaLine
          parts={[
            `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
            person && authorName(person),
            formatDate(at),
          ]}
        />
      </div>
    </li>
  );
}
