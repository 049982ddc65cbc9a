import type { ArticleDraft } from "@atoll/contract/knowledge/schemas";
import { useMemo } from "react";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { ArticleBody } from "../reading/article-body.tsx";
import { splitArticle } from "../text/split-article.ts";

interface PreviewDialogProps {
  draft: ArticleDraft;
  title: string;
  onClose: () => void;
}

/** A draft as its readers will see it. */
export function PreviewDialog({ draft, title, onClose }: PreviewDialogProps) {
  const viewer = useViewer();
  const parts = useMemo(() => splitArticle(draft.body), [draft.body]);
  return (
    <Dialog onClose={onClose} title={title} width={800} isOnlyText>
      <article className="flex flex-col gap-4">
        <header className="flex flex-col gap-1">
          <h1 className="type-page wrap-anywhere">{draft.title}</h1>
          {draft.summary && <p className="text-md text-muted wrap-anywhere">{draft.summary}</p>}
        </header>
        <div>
          <ArticleBody parts={parts} viewerId={viewer.id} />
          {draft.body === "" && <p className="text-muted">This page has no text.</p>}
        </div>
      </article>
    </Dialog>
  );
}
