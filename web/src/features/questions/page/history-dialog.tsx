import { questionRoutes } from "@atoll/contract/questions/routes";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { call } from "../../../lib/server/api-client.ts";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";

/** The texts of a question and its answers before each edit. */
export function HistoryDialog({ questionId, onClose }: { questionId: string; onClose: () => void }) {
  const list = usePages({
    queryKey: ["questions", "edits", questionId],
    fetchPage: (cursor, options) =>
      call(questionRoutes.listQuestionEdits, { params: { questionId }, query: { cursor } }, options),
    keyOf: ({ id }) => id,
    on: {},
    refetchOnMount: "always",
  });
  return (
    <Dialog open isOnlyText onOpenChange={(isOpen) => !isOpen && onClose()} title="Edit history">
      <PagedList
        list={list}
        skeleton={<RowSkeletons label="Loading the history" mark={16} rowClassName="py-2" />}
        empty={<p className="text-muted">Nothing was edited.</p>}
      >
        {(edits) => (
          <ul className="flex flex-col gap-4">
            {edits.map((edit) => (
              <li key={edit.id}>
                <p className="text-muted text-xs">
                  {edit.editor ? authorName(edit.editor) : "The anonymous author"} edited{" "}
                  {edit.answerId === null ? "the question" : "an answer"}, {formatInstant(edit.at)}. Before:
                </p>
                {edit.titleBefore !== null && <p className="font-semibold">{edit.titleBefore}</p>}
                <p className="whitespace-pre-wrap wrap-anywhere">{edit.contentBefore}</p>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Dialog>
  );
}
