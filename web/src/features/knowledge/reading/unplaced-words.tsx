import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { useHasUnplacedTexts } from "../../../capabilities/documents/use-has-unplaced-texts.ts";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";

const leftTextsPart = lazyPart(() => import("../../../capabilities/documents/chrome/left-texts.tsx"));

/** Text that the viewer typed into the draft of a page that was deleted. */
export function WordsOfGone({ articleId }: { articleId: string }) {
  const part = useLazyPart(leftTextsPart, true, () => undefined);
  return part && <part.LeftTexts kind="article" id={articleId} />;
}

/** Text that the viewer typed into a draft of this page and that is in none, such as offline while it was published. */
export function UnplacedWords({ article, onEdit }: { article: OpenArticle; onEdit: () => void }) {
  const { id, title, canEdit, draft, hasUnplacedTexts } = article;
  const hasAny = useHasUnplacedTexts("article", id, hasUnplacedTexts);
  const part = useLazyPart(leftTextsPart, hasAny, () => undefined);
  if (!hasAny || !part) return null;
  return (
    <part.LeftTexts
      kind="article"
      id={id}
      about={title}
      toDraft={
        canEdit ? { label: draft === null ? "Start a new draft" : "Open the draft", open: onEdit } : undefined
      }
    />
  );
}
