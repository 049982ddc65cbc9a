import {
  type ArticleKind,
  articleSummaryMaxLength,
  articleTitleMaxLength,
} from "@atoll/contract/knowledge/limits";
import type { ArticleDraft } from "@atoll/contract/knowledge/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isChangedMeanwhile } from "../../../lib/request/judge-error.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { saveDraft } from "../data/api.ts";
import { keys } from "../data/keys.ts";

/** Title and summary of a draft, above its text. Saved when the field is left; what is typed stays until it is saved. */
export function DraftLead({ draft, kind }: { draft: ArticleDraft; kind: ArticleKind }) {
  const { articleId } = draft;
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<{ title?: string; summary?: string }>({});
  const save = useMutation({
    mutationFn: (change: { title: string; summary: string }) =>
      saveDraft(articleId, { ...metaOf(draft), ...change }),
    onSuccess(saved) {
      queryClient.setQueryData(keys.draft(articleId), saved);
      setTyped({});
    },
    onError: (error) =>
      isChangedMeanwhile(error) && void queryClient.invalidateQueries({ queryKey: keys.draft(articleId) }),
  });
  const title = typed.title ?? draft.title;
  const summary = typed.summary ?? draft.summary;
  const leave = () => {
    if (title !== draft.title || summary !== draft.summary) save.mutate({ title, summary });
  };
  return (
    <div className="mb-4 flex flex-col gap-1">
      {save.error && (
        <InlineAlert tone="notice">
          {isChangedMeanwhile(save.error)
            ? "Someone else changed the draft. Your title is kept here: leave the field again to save it."
            : errorMessage(save.error, "Failed to save the title")}
        </InlineAlert>
      )}
      <input
        aria-label="Title"
        className="type-page w-full bg-transparent outline-none placeholder:text-faint"
        placeholder={kind === "sop" ? "What the procedure does" : "Title"}
        value={title}
        disabled={!draft.isWriter}
        maxLength={articleTitleMaxLength}
        onChange={({ target }) => setTyped((all) => ({ ...all, title: target.value }))}
        onBlur={leave}
      />
      <input
        aria-label="Summary"
        className="w-full bg-transparent text-md text-muted outline-none placeholder:text-faint"
        placeholder="What it is for, in one sentence"
        value={summary}
        disabled={!draft.isWriter}
        maxLength={articleSummaryMaxLength}
        onChange={({ target }) => setTyped((all) => ({ ...all, summary: target.value }))}
        onBlur={leave}
      />
    </div>
  );
}

/** All that is said about a draft, without its text. */
export const metaOf = ({ title, summary, note, effectiveOn, mustRead, dueOn, version }: ArticleDraft) => ({
  title,
  summary,
  note,
  effectiveOn,
  mustRead,
  dueOn,
  version,
});
