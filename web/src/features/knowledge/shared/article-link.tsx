import type { ArticleKind } from "@atoll/contract/knowledge/limits";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface ArticleLinkProps {
  article: { id: string; kind: ArticleKind };
  className?: string;
  /** To its draft instead; an FAQ answer is edited where it is read. */
  edit?: boolean;
  children: ReactNode;
}

/** A link to a page of the knowledge base. */
export function ArticleLink({ article: { id, kind }, className, edit = false, children }: ArticleLinkProps) {
  if (kind === "faq")
    return (
      <Link to="/knowledge-base/faq" search={{ answer: id }} className={className}>
        {children}
      </Link>
    );
  return (
    <Link
      to={kind === "sop" ? "/knowledge-base/sop/$articleId" : "/knowledge-base/articles/$articleId"}
      params={{ articleId: id }}
      search={edit ? { edit: "draft" } : {}}
      className={className}
    >
      {children}
    </Link>
  );
}
