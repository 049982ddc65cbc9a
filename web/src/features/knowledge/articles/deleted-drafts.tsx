import type { DeletedDraft } from "@atoll/contract/knowledge/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ProgramMark } from "../../../capabilities/people/program-mark.tsx";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { formatDate } from "../../../lib/time/format-date.ts";
import { Button } from "../../../ui/button/button.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { restoreDeletedDraft } from "../data/api.ts";
import { useDeletedDrafts } from "../data/queries.ts";

/** Discarded drafts that the viewer may restore, for as long as they are kept. */
export function DeletedDrafts({ onRestored }: { onRestored: (articleId: string) => void }) {
  const { data, error, isFetching, refetch } = useDeletedDrafts();
  const queryClient = useQueryClient();
  const restore = useMutation({
    mutationFn: ({ id }: DeletedDraft) => restoreDeletedDraft(id),
    onSuccess(article) {
      void queryClient.invalidateQueries({ queryKey: ["knowledge"] });
      onRestored(article.id);
    },
  });
  if (!data)
    return error ? (
      <LoadState query={{ error, isFetching, refetch }} />
    ) : (
      <RowSkeletons label="Loading deleted drafts" mark={16} rowClassName="py-2" />
    );
  if (data.length === 0)
    return (
      <EmptyState title="No deleted drafts">
        Drafts that are discarded can be restored here for 30 days.
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-2">
      {restore.error && (
        <InlineAlert tone="error">{errorMessage(restore.error, "Failed to restore the draft")}</InlineAlert>
      )}
      <ul className="divide-y rounded-lg border bg-surface-raised px-4 py-1 shadow-1">
        {data.map((draft) => (
          <li key={draft.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{draft.title || "Untitled"}</p>
              <p className="text-muted text-xs">
                By {draft.author.name} {draft.author.isProgram && <ProgramMark />} · discarded by{" "}
                {draft.deletedBy.name} {draft.deletedBy.isProgram && <ProgramMark />} on{" "}
                {formatDate(draft.deletedAt)} · kept until {formatDate(draft.restorableUntil)}
              </p>
            </div>
            <Button
              size="sm"
              loading={restore.isPending && restore.variables.id === draft.id}
              onClick={() => restore.mutate(draft)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
