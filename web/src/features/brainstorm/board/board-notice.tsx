import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { pausedText } from "../../../capabilities/documents/chrome/status-notice.tsx";
import { keptReasons } from "../../../capabilities/documents/chrome/unplaced-text-panel.tsx";
import type { KeptText } from "../../../capabilities/documents/sharing/document-status.ts";
import { useDocumentSnapshot } from "../../../capabilities/documents/use-shared-document.ts";
import { getLostWords, subscribeLostWords } from "../../../lib/page/lost-words.ts";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { useBoardStore } from "../canvas/board-store.tsx";
import { takeLead } from "../data/api.ts";
import { useBoardCache } from "../data/use-board.ts";

/** A notice that a person has to see before they go on with a board. */
export function BoardNotice() {
  const { board, document: shared, mayTakePart, mayLead } = useBoardStore();
  const cache = useBoardCache(board.id);
  const { status } = useDocumentSnapshot(shared);
  const keptTexts = useKeptTexts();
  const reload = (
    <Button size="sm" onClick={() => location.reload()}>
      Reload
    </Button>
  );
  return (
    <>
      {board.isArchived && (
        <InlineAlert tone="info" className="m-3 mb-0">
          This board is archived. Nobody can write on it.
        </InlineAlert>
      )}
      {mayTakePart && !mayLead && (!board.hasLeader || board.isLeaderAway) && (
        <InlineAlert
          tone="info"
          className="m-3 mb-0"
          action={
            <Button
              size="sm"
              onClick={() =>
                void takeLead(board.id).then(cache.setCachedBoard, (error: unknown) => {
                  // A facilitator came back, or someone else took the lead.
                  cache.refetchBoard();
                  notify.error(
                    hasCode(error, "forbidden")
                      ? "A facilitator is leading this board again."
                      : errorMessage(error, "Failed to take the lead"),
                  );
                })
              }
            >
              Take the lead
            </Button>
          }
        >
          {board.hasLeader
            ? "No facilitator has been on this board for five minutes. If you take the lead, private notes stay private until you end the phase."
            : "Nobody leads this board any more: the accounts of its facilitators are disabled or deleted."}
        </InlineAlert>
      )}
      {status.kind === "offline" && (
        <InlineAlert tone="info" className="m-3 mb-0">
          You are offline. What you change is kept on this device and saved later.
        </InlineAlert>
      )}
      {status.kind === "paused" && (
        <InlineAlert tone="info" className="m-3 mb-0">
          {pausedText}
        </InlineAlert>
      )}
      {status.kind === "outdated" && (
        <InlineAlert tone="notice" className="m-3 mb-0" action={reload}>
          Others are using a newer version of this page. Reload it to continue writing.
        </InlineAlert>
      )}
      {(status.kind === "ended" || status.kind === "revoked") && (
        <InlineAlert tone="notice" className="m-3 mb-0">
          You no longer have access to this board. You can still copy your own text.
        </InlineAlert>
      )}
      {status.kind === "failed" && (
        <InlineAlert tone="error" className="m-3 mb-0" action={reload}>
          {status.message}
        </InlineAlert>
      )}
      {keptTexts.map(({ id, why, text }) => (
        <InlineAlert
          key={id}
          tone="notice"
          className="m-3 mb-0"
          onDismiss={() => shared.dismissText(id)}
          action={
            <Button size="sm" onClick={() => copyText(text, "Text copied")}>
              Copy
            </Button>
          }
        >
          {keptReasons[why]}: <q className="line-clamp-6 whitespace-pre-wrap">{text}</q>
        </InlineAlert>
      ))}
    </>
  );
}

/** The viewer's texts that are not on the board, without those that the box for lost words shows, which is all of them. */
function useKeptTexts(): readonly KeptText[] {
  const { document: shared } = useBoardStore();
  const { keptTexts } = useDocumentSnapshot(shared);
  const lost = useSyncExternalStore(subscribeLostWords, getLostWords);
  const [boxed, setBoxed] = useState<{ text: string; from: number }>();
  if (lost && lost.text !== boxed?.text) setBoxed({ text: lost.text, from: boxed?.from ?? Date.now() });
  const isBoxed = ({ why, text, at }: KeptText) =>
    boxed !== undefined && why === "unplaced" && at > boxed.from - sameLossMs && boxed.text.includes(text);
  const dismiss = useEffectEvent((texts: readonly KeptText[]) => {
    for (const kept of texts) if (isBoxed(kept)) shared.dismissText(kept.id);
  });
  useEffect(() => {
    if (!lost) dismiss(keptTexts);
  }, [lost, keptTexts]);
  return keptTexts.filter((kept) => !isBoxed(kept));
}

/** The server has a clock of its own. */
const sameLossMs = 60_000;
