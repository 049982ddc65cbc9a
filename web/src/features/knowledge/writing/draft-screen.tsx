import type { ArticleDraft, OpenArticle } from "@atoll/contract/knowledge/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { beginDraft } from "../data/api.ts";
import { keys } from "../data/keys.ts";
import { useArticle, useArticleDraft } from "../data/queries.ts";
import { WordsOfGone } from "../reading/unplaced-words.tsx";
import { type DraftActions, OpenDraft } from "./open-draft.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { RefuseDialog } from "./refuse-dialog.tsx";

interface DraftScreenProps extends DraftActions {
  articleId: string;
  crumbs: (article: OpenArticle | undefined) => ReactNode;
  back: ReactNode;
}

/** The draft of an article: written together, approved, and published as the next version. */
export function DraftScreen({ articleId, crumbs, back, onRead, ...props }: DraftScreenProps) {
  const queryClient = useQueryClient();
  const query = useArticle(articleId);
  const article = query.data;
  const begin = useMutation({
    mutationFn: () => beginDraft(articleId),
    onSuccess(draft) {
      queryClient.setQueryData(keys.draft(articleId), draft);
      void queryClient.invalidateQueries({ queryKey: keys.open(articleId) });
    },
  });
  const draft = useArticleDraft(articleId, article?.draft !== null && article !== undefined);
  const { mutate: beginNow, status: beginStatus } = begin;
  // The draft began from this published version. A draft that has ended is not started again.
  const [begunFrom, setBegunFrom] = useState<number | null>();
  if (article && article.draft !== null && begunFrom === undefined) setBegunFrom(article.version);
  const hasBegun = begunFrom !== undefined;
  const wantsToBegin =
    article?.canEdit === true && article.draft === null && !hasBegun && beginStatus === "idle";
  useEffect(() => {
    if (wantsToBegin) beginNow();
  }, [wantsToBegin, beginNow]);
  const hasLeft = useRef(false);
  const read = () => {
    hasLeft.current = true;
    onRead();
  };
  // Stays open over a draft that has ended: what the viewer typed is still theirs. Nothing is behind it then, because
  // this screen is left with it.
  const [form, setForm] = useState<"publish" | "refuse">();
  const [lastDraft, setLastDraft] = useState<ArticleDraft>();
  if (draft.data && draft.data !== lastDraft) setLastDraft(draft.data);
  const close = () => setForm(undefined);
  const isOver = hasBegun && article?.draft === null;
  const hasEnded = isOver && form === undefined;
  const leave = useEffectEvent(() => {
    // Somebody else ended it.
    if (hasLeft.current) return;
    notify.info(article?.version === begunFrom ? "This draft was discarded." : "This draft was published.");
    read();
  });
  useEffect(() => {
    if (hasEnded) leave();
  }, [hasEnded]);
  const error = query.error ?? begin.error ?? draft.error;
  // While the page is fetched again, it may say that the draft has ended: then this screen is left.
  const isDraftGone = article?.draft && draft.data === null && !query.isFetching;
  // The document of a draft that is over, or that is only cached and has not been started again, would not be found.
  const main =
    article && draft.data && !isOver && (hasBegun || beginStatus === "success") ? (
      <OpenDraft
        article={article}
        draft={draft.data}
        crumbs={crumbs(article)}
        onJoin={() => beginNow()}
        isJoining={begin.isPending}
        onRead={read}
        onPublish={() => setForm("publish")}
        onRefuse={() => setForm("refuse")}
        {...props}
      />
    ) : (
      <div className="page-pad">
        {crumbs(article)}
        {isOver ? null : query.isMissing || isDraftGone ? (
          <>
            <EmptyState title="There is no draft of this page, or you cannot see it." action={back}>
              It may have been published or discarded.
            </EmptyState>
            <WordsOfGone articleId={articleId} />
          </>
        ) : error ? (
          <ErrorState
            message={errorMessage(error, "Failed to open the draft")}
            onRetry={() => {
              begin.reset();
              void query.refetch();
            }}
          />
        ) : (
          <RowSkeletons label="Opening the draft" mark={16} rowClassName="py-3" />
        )}
      </div>
    );
  return (
    <>
      {main}
      {form === "publish" && article && lastDraft && (
        <PublishDialog article={article} draft={lastDraft} onClose={close} onPublished={read} />
      )}
      {form === "refuse" && <RefuseDialog articleId={articleId} onClose={close} />}
    </>
  );
}
