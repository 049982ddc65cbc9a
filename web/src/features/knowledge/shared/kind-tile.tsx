import type { ArticleKind } from "@atoll/contract/knowledge/limits";
import { BookOpen, CircleQuestionMark, ListChecks } from "lucide-react";
import { cx } from "../../../ui/base/cx.ts";
import type { IconType } from "../../../ui/icon/icon-type.ts";

const kindIcons: Readonly<Record<ArticleKind, IconType>> = {
  article: BookOpen,
  sop: ListChecks,
  faq: CircleQuestionMark,
};
export const kindNames: Readonly<Record<ArticleKind, string>> = {
  article: "Article",
  sop: "SOP",
  faq: "FAQ",
};

/** The mark of a kind, before a row that is about a page. */
export function KindTile({ kind, large = false }: { kind: ArticleKind; large?: boolean }) {
  const Icon = kindIcons[kind];
  return (
    <span
      aria-hidden="true"
      className={cx(
        "grid flex-none place-items-center rounded-md",
        large
          ? "size-9 bg-primary-soft text-primary-text"
          : "size-7 bg-surface-sunken text-muted inset-ring-1 inset-ring-border",
      )}
    >
      <Icon className={large ? "size-4" : "size-3.5"} />
    </span>
  );
}
