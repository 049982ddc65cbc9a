import type { Turn } from "@atoll/contract/ask-ai/schemas";
import { Copy, Link2, RotateCw, ThumbsDown, ThumbsUp } from "lucide-react";
import type { ReactNode } from "react";
import { errorMessage } from "../../lib/server/api-client.ts";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { copyText } from "../../ui/toast/copy-text.ts";
import { notify } from "../../ui/toast/toast.tsx";
import type { SourceParts } from "./source-parts.ts";
import { rateTurn, shareTurn } from "./use-conversations.ts";

export interface TurnActionsProps {
  conversationId: string;
  turn: Turn;
  parts: SourceParts;
  /** Has the answer written again; left out where that is not to be offered. */
  onWrite?: (() => void) | undefined;
  children?: ReactNode;
}

/** The asker's actions on an answer. */
export function TurnActions({ conversationId, turn, parts, onWrite, children }: TurnActionsProps) {
  const tellFailure = (error: unknown) => void notify.error(errorMessage(error));
  function rate(isHelpful: boolean) {
    const next = turn.isHelpful === isHelpful ? null : isHelpful;
    rateTurn(conversationId, turn.id, next).catch(tellFailure);
  }
  function share() {
    if (turn.isShared) {
      shareTurn(conversationId, turn.id, false).then(() => notify.success("Sharing ended"), tellFailure);
      return;
    }
    shareTurn(conversationId, turn.id, true).then(
      () => copyText(new URL(`/ask-ai/shared/${turn.id}`, location.href).href, "Link copied"),
      tellFailure,
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-1">
      {turn.passages.length > 0 && (
        <IconButton
          icon={Copy}
          label="Copy answer"
          onClick={() => copyText(copyOf(turn, parts), "Answer copied")}
          size="sm"
        />
      )}
      <IconButton
        icon={ThumbsUp}
        label="This helped"
        pressed={turn.isHelpful === true}
        onClick={() => rate(true)}
        size="sm"
      />
      <IconButton
        icon={ThumbsDown}
        label="This did not help"
        pressed={turn.isHelpful === false}
        onClick={() => rate(false)}
        size="sm"
      />
      {onWrite && (
        <Button icon={RotateCw} onClick={onWrite} size="sm" variant="ghost">
          {turn.answer?.state === "wanted" ? "Write an answer" : "Try again"}
        </Button>
      )}
      <Button icon={Link2} onClick={share} size="sm" variant="ghost">
        {turn.isShared ? "Stop sharing" : "Share link"}
      </Button>
      {children}
    </div>
  );
}

function copyOf({ question, answer, passages }: Turn, parts: SourceParts): string {
  const addresses = passages.map(
    (hit, index) => `[${index + 1}] ${parts.name(hit)}: ${new URL(hit.link, location.href).href}`,
  );
  if (answer?.text) return [question, answer.text.replaceAll("[?]", ""), addresses.join("\n")].join("\n\n");
  const quotes = passages.map((hit, index) => `${hit.text.text || hit.title.text}\n${addresses[index]}`);
  return [question, ...quotes].join("\n\n");
}
