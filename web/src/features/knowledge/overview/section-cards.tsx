import type { ArticleKind } from "@atoll/contract/knowledge/limits";
import type { KnowledgeOverview } from "@atoll/contract/knowledge/overview-schemas";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { SectionCard } from "../../../ui/layout/section-card.tsx";
import { KindTile } from "../shared/kind-tile.tsx";

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
export function SectionCards({ overview, more }: { overview: KnowledgeOverview; more?: ReactNode }) {
  const figures = { faq: overview.faq, sop: overview.sops, article: overview.articles };
  return (
    <ul className="grid grid-cols-4 gap-4 max-xl:grid-cols-2 max-md:grid-cols-1 max-md:gap-2">
      {sections.map(({ kind, to, name, text, of: [one, many] }) => {
        const { count, verified } = figures[kind];
        const share = count === 0 ? null : verified / count;
        const meta = [
          `${count} ${count === 1 ? one : many}`,
          share !== null && `${Math.round(share * 100)}% verified`,
        ];
        return (
          <SectionCard
            key={kind}
            link={<Link to={to} />}
            mark={<KindTile kind={kind} large />}
            name={name}
            text={text}
            meta={meta.filter(Boolean).join(" · ")}
            ring={share === null ? null : { share, label: "Verified" }}
          />
        );
      })}
      {more}
    </ul>
  );
}
