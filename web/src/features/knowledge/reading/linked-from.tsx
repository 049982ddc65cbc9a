import { useBacklinks } from "../data/queries.ts";
import { ArticleLink } from "../shared/article-link.tsx";
import { KindTile } from "../shared/kind-tile.tsx";

/** Pages that link to this one, of those that the viewer may read. */
export function LinkedFrom({ articleId }: { articleId: string }) {
  const { data } = useBacklinks(articleId);
  if (!data || data.length === 0) return null;
  return (
    <section className="print:hidden">
      <h2 className="mb-1 font-semibold text-sm">Linked from</h2>
      <ul>
        {data.map((article) => (
          <li key={article.id} className="flex min-h-9 items-center gap-3">
            <KindTile kind={article.kind} />
            <ArticleLink article={article} className="min-w-0 truncate hover:underline">
              {article.title}
            </ArticleLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
