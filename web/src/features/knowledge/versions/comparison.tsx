import type { ArticleDraft, OpenArticle } from "@atoll/contract/knowledge/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { Button } from "../../../ui/button/button.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { beginDraft } from "../data/api.ts";
import { keys } from "../data/keys.ts";
import { useVersion } from "../data/queries.ts";
import type { WordDiffProps } from "./word-diff.tsx";

const diffPart = lazyPart(() => import("./word-diff.tsx"));

/** The draft compared with the published text. */
export function DraftComparison({ article, draft }: { article: OpenArticle; draft: ArticleDraft }) {
  if (article.version === null)
    return <p className="text-muted">Nothing is published yet to compare this draft with.</p>;
  return (
    <Words
      title={`Draft against version ${article.version}`}
      names={{ before: `Version ${article.version}`, after: "Draft" }}
      before={article}
      after={draft}
    />
  );
}

interface VersionComparisonProps {
  article: OpenArticle;
  number: number;
  onRestored: () => void;
  onRestore: (version: number) => void;
}

/** An earlier version compared with the published text. */
export function VersionComparison({ article, number, onRestored, onRestore }: VersionComparisonProps) {
  const queryClient = useQueryClient();
  const version = useVersion(article.id, number);
  const restore = useMutation({
    mutationFn: () => beginDraft(article.id, number),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: keys.open(article.id) });
      await queryClient.invalidateQueries({ queryKey: keys.draft(article.id) });
      notify.success(`Version ${number} is now a draft`);
      onRestored();
    },
    onError(error) {
      // Someone else has just opened a draft: ask the same question as for one that is shown.
      if (hasCode(error, "draft_taken")) onRestore(number);
      else notify.error(errorMessage(error, "Failed to restore this version"));
    },
  });
  return (
    <div className="flex flex-col gap-3">
      {version.error && (
        <RetryAlert
          message={errorMessage(version.error)}
          retrying={version.isFetching}
          onRetry={() => void version.refetch()}
        />
      )}
      {version.data && (
        <Words
          title={`From version ${number} to version ${article.version}`}
          names={{ before: `Version ${number}`, after: `Version ${article.version}` }}
          before={version.data}
          after={article}
        />
      )}
      {article.canEdit && (
        <Button
          size="sm"
          icon={Undo2}
          className="self-start"
          loading={restore.isPending}
          onClick={() => (article.draft === null ? restore.mutate() : onRestore(number))}
        >
          Restore version {number}
        </Button>
      )}
    </div>
  );
}

/** Comparing is loaded with the first comparison. */
function Words(props: WordDiffProps) {
  const part = useLazyPart(diffPart, true, () => undefined);
  return part ? <part.WordDiff {...props} /> : null;
}
