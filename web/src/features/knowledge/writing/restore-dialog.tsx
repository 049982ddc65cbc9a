import type { ArticleDraft, OpenArticle } from "@atoll/contract/knowledge/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { beginDraft, fetchVersionDocument } from "../data/api.ts";
import { keys } from "../data/keys.ts";

interface RestoreDialogProps {
  article: OpenArticle;
  draft: ArticleDraft;
  /** The version whose text the draft takes. */
  number: number;
  onClose: () => void;
  /** Called with the text of the version, as the editor takes it. */
  onText: (state: string) => void;
}

/** Asks before the text of an earlier version replaces that of the open draft. */
export function RestoreDialog({ article, draft, number, onClose, onText }: RestoreDialogProps) {
  const queryClient = useQueryClient();
  const restore = useMutation({
    async mutationFn() {
      const state = await fetchVersionDocument(article.id, number);
      // Only people who have joined a draft write in it.
      if (!draft.isWriter) queryClient.setQueryData(keys.draft(article.id), await beginDraft(article.id));
      return state;
    },
    onSuccess: onText,
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Restore version ${number} into this draft?`}
      verb="Restore"
      tone="primary"
      loading={restore.isPending}
      error={restore.error ? errorMessage(restore.error, "Failed to restore this version") : undefined}
      onConfirm={() => restore.mutate()}
    >
      The text of version {number} replaces the text of the draft, for everyone who writes in it. The title
      and the summary stay.{" "}
      {draft.state !== "writing" && "The draft then has to be submitted for approval again. "}
      {article.kind === "sop" &&
        !draft.isWriter &&
        "You become one of its writers, and can no longer approve it. "}
      Undo takes it back. Readers see nothing of it before the draft is published.
    </ConfirmDialog>
  );
}
