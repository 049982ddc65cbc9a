import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { formatDate, isSameDay } from "../../../lib/time/format-date.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { instantOf } from "../../../lib/time/wall-time.ts";
import { Button } from "../../../ui/button/button.tsx";
import { RingProgress } from "../../../ui/progress/ring-progress.tsx";
import { confirmArticle } from "../data/api.ts";
import { keys } from "../data/keys.ts";

/** Asks the reader to confirm a version, and says for a day that they did. Then it leaves. */
export function ConfirmBar({ article, askLink }: { article: OpenArticle; askLink: ReactNode }) {
  const { id, version, mustRead, lastConfirmed, confirmed, isForViewer } = article;
  const now = useNow();
  const queryClient = useQueryClient();
  const confirmation = useMutation({
    mutationFn: (of: number) => confirmArticle(id, of),
    onSuccess: ({ lastConfirmed: read }) =>
      queryClient.setQueryData<OpenArticle>(
        keys.open(id),
        (held) => held && { ...held, lastConfirmed: read },
      ),
    onSettled: () => {
      // The count may have arrived with an event already.
      void queryClient.invalidateQueries({ queryKey: keys.open(id) });
      void queryClient.invalidateQueries({ queryKey: keys.overview });
      void queryClient.invalidateQueries({ queryKey: keys.obligations });
    },
  });
  if (mustRead === null || version === null || !isForViewer || article.state !== "published") return null;
  const isDone = lastConfirmed !== null && lastConfirmed.version >= mustRead.version;
  if (isDone && !(lastConfirmed.confirmedAt && isSameDay(lastConfirmed.confirmedAt, now))) return null;
  const isLate = mustRead.dueOn !== null && mustRead.dueOn < dayOf(now);
  const share = confirmed && confirmed.of > 0 ? confirmed.count / confirmed.of : 0;
  return (
    <section
      aria-label="Confirmation"
      tabIndex={-1}
      className="flex flex-none flex-wrap items-center gap-x-4 gap-y-2 border-t bg-surface px-6 py-3 outline-none max-md:px-4 print:hidden"
    >
      <RingProgress size={36} label="Confirmed" value={isDone ? share : Math.min(share, 0.999)} />
      <div className="min-w-0 flex-1" role="status">
        {isDone ? (
          <p className="font-semibold">You read version {lastConfirmed.version} today</p>
        ) : (
          <p className="font-semibold">
            Please read version {version}
            {mustRead.dueOn !== null && (
              <span className={isLate ? "text-danger-text" : undefined}>
                {" "}
                by {formatDate(instantOf(mustRead.dueOn, "12:00"))}
              </span>
            )}
          </p>
        )}
        {confirmed && (
          <p className="text-muted text-xs">
            {confirmed.count} of {confirmed.of} have.
            {lastConfirmed && !isDone && ` You confirmed version ${lastConfirmed.version} before.`}
          </p>
        )}
        {confirmation.error && <p className="text-danger-text text-xs">{errorMessage(confirmation.error)}</p>}
      </div>
      {!isDone && (
        <div className="flex gap-2 max-md:w-full">
          {askLink}
          <Button
            variant="primary"
            icon={Check}
            className="max-md:h-11 max-md:flex-1"
            loading={confirmation.isPending}
            onClick={() => confirmation.mutate(version)}
          >
            I have read version {version}
          </Button>
        </div>
      )}
    </section>
  );
}
