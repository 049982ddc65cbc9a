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
import { cx } from "../../../ui/base/cx.ts";
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
      <LeadField
        label="Title"
        className="type-page"
        placeholder={kind === "sop" ? "What the procedure does" : "Title"}
        value={title}
        isDisabled={!draft.isWriter}
        maxLength={articleTitleMaxLength}
        onType={(text) => setTyped((all) => ({ ...all, title: text }))}
        onLeave={leave}
      />
      <LeadField
        label="Summary"
        className="text-md text-muted"
        placeholder="What it is for, in one sentence"
        value={summary}
        isDisabled={!draft.isWriter}
        maxLength={articleSummaryMaxLength}
        onType={(text) => setTyped((all) => ({ ...all, summary: text }))}
        onLeave={leave}
      />
    </div>
  );
}

interface LeadFieldProps {
  label: string;
  className: string;
  placeholder: string;
  value: string;
  isDisabled: boolean;
  maxLength: number;
  onType: (text: string) => void;
  onLeave: () => void;
}

/** One line of text, which wraps where the window is narrower. */
function LeadField({ label, className, value, isDisabled, onType, onLeave, ...rest }: LeadFieldProps) {
  return (
    <textarea
      {...rest}
      aria-label={label}
      className={cx(
        "field-sizing-content w-full resize-none bg-transparent outline-none wrap-anywhere placeholder:text-faint",
        className,
      )}
      rows={1}
      value={value}
      disabled={isDisabled}
      onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      onChange={({ target }) => onType(target.value.replace(/\s*\n\s*/g, " "))}
      onBlur={onLeave}
    />
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
