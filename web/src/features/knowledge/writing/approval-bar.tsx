import type { ArticleDraft, OpenArticle } from "@atoll/contract/knowledge/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BadgeCheck } from "lucide-react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { approveDraft } from "../data/api.ts";
import { keys } from "../data/keys.ts";

interface ApprovalBarProps {
  article: OpenArticle;
  draft: ArticleDraft;
  /** Opens the dialog that asks for changes. */
  onRefuse: () => void;
}

/** Lets people who may approve a draft approve the exact text that they see, or ask for changes. */
export function ApprovalBar({ article, draft, onRefuse }: ApprovalBarProps) {
  const queryClient = useQueryClient();
  const viewer = useViewer();
  const look = () => {
    void queryClient.invalidateQueries({ queryKey: keys.draft(article.id) });
    void queryClient.invalidateQueries({ queryKey: keys.open(article.id) });
  };
  const approve = useMutation({
    mutationFn: () => approveDraft(article.id, draft.hash),
    onSuccess: () => notify.success("Draft approved"),
    onSettled: look,
  });
  if (draft.state === "approved" && draft.approvedBy)
    return (
      <InlineAlert tone="success" icon={BadgeCheck}>
        {authorName(draft.approvedBy)} approved this exact text. Any edit voids the approval.
      </InlineAlert>
    );
  if (draft.state === "writing" && draft.refusedBy)
    return (
      <InlineAlert tone="notice">
        <p>
          {draft.refusedBy.id === viewer.id
            ? "You asked for changes."
            : `${authorName(draft.refusedBy)} asks for changes.`}
        </p>
        {draft.refusal !== "" && <p className="whitespace-pre-line wrap-anywhere">{draft.refusal}</p>}
      </InlineAlert>
    );
  if (!draft.canApprove) return null;
  return (
    <InlineAlert tone="notice">
      <span className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 basis-44">
          {draft.submittedBy ? authorName(draft.submittedBy) : "Someone"} asks{" "}
          {draft.reviewer && draft.reviewer.id !== viewer.id ? authorName(draft.reviewer) : "you"} to approve
          this text.
          {approve.error && ` ${errorMessage(approve.error)}`}
        </span>
        <Button size="sm" onClick={onRefuse}>
          Ask for changes
        </Button>
        <Button size="sm" variant="primary" loading={approve.isPending} onClick={() => approve.mutate()}>
          Approve this text
        </Button>
      </span>
    </InlineAlert>
  );
}
