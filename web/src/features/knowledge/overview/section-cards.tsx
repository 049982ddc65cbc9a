import type { ArticleKind } from "@atoll/contract/knowledge/limits";
import type { KnowledgeOverview } from "@atoll/contract/knowledge/overview-schemas";
import { Link } from "@tanstack/react-router";
import { ShareRing } from "../../../ui/progress/share-ring.tsx";
import { KindTile } from "../parts/kind-tile.tsx";

const sections = [
  {
    kind: "faq",
    to: "/knowledge-base/faq",
    name: "FAQ",
    text: "Short answers, asked often.",
    of: ["answer", "answers"],
  },
  {
    kind: "sop",
    to: "/knowledge-base/sop",
    name: "SOPs",
    text: "Procedures you can read, sign and run.",
    of: ["procedure", "procedures"],
  },
  {
    kind: "article",
    to: "/knowledge-base/articles",
    name: "Articles",
    text: "Everything else, in one tree.",
    of: ["page", "pages"],
  },
] as const satisfies readonly { kind: ArticleKind; [key: string]: unknown }[];

/** The sections, each with how much of it is verified. */
export function SectionCards({ overview }: { overview: KnowledgeOverview }) {
  const figures = { faq: overview.faq, sop: overview.sops, article: overview.articles };
  return (
    <ul className="grid grid-cols-3 gap-4 max-md:grid-cols-1 max-md:gap-2">
      {sections.map(({ kind, to, name, text, of: [one, many] }) => {
        const { count, verified } = figures[kind];
        const share = count === 0 ? 0 : verified / count;
        const percent = Math.round(share * 100);
        return (
          <li key={kind}>
            <Link
              to={to}
              className="flex h-full items-center gap-3 rounded-lg border bg-surface-raised p-4 shadow-1 hover:shadow-2"
            >
              <span className="self-start max-xl:hidden max-md:block">
                <KindTile kind={kind} large />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-display font-semibold text-md">{name}</span>
                <span className="block text-muted text-pretty">{text}</span>
                <span className="mt-1.5 block text-muted text-xs">
                  {count} {count === 1 ? one : many}
                  {count > 0 && ` · ${percent}% verified`}
                </span>
              </span>
              {count > 0 && (
                <ShareRing share={share} label="Verified" size={52}>
                  {`${percent}%`}
                </ShareRing>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
