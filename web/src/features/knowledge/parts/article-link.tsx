import type { ArticleKind } from "@atoll/contract/knowledge/limits";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface ArticleLinkProps {
  article: { id: string; kind: ArticleKind };
  className?: string;
  children: ReactNode;
}

/** A link to a page of the knowledge base. */
export function ArticleLink({ article: { id, kind }, className, children }: ArticleLinkProps) {
  if (kind === "faq")
    return (
      <Link to="/knowledge-base/faq" search={{ answer: id }} className={className}>
        {children}
      </Link>
    );
  return (
    <Link
      to={kind === "sop" ? "/knowledge-base/sop/$" : "/knowledge-base/articles/$"}
      params={{ _splat: id }}
      className={className}
    >
      {children}
    </Link>
  );
}
