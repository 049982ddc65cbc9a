import type { Turn } from "@atoll/contract/ask-ai/schemas";
import { Copy, ThumbsDown, ThumbsUp } from "lucide-react";
import type { ReactNode } from "react";
import { errorMessage } from "../../lib/api-client.ts";
import { useViewer } from "../../lib/use-session.tsx";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Logo } from "../../ui/icon/logo.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { SourceNumber } from "./source-card.tsx";
import type { SourceParts } from "./source-parts.ts";
import { rateTurn } from "./use-conversations.ts";

/** So many passages are quoted in the answer; the others are listed as sources only. */
const maxQuoted = 3;

export interface TurnViewProps {
  conversationId: string;
  turn: Turn;
  parts: SourceParts;
  onShowSource: (number: number) => void;
  /** Where a person can be asked instead; left out where there is no such place. */
  askPerson?: ((question: string) => ReactNode) | undefined;
}

/** A question, and the passages that answer it, word for word. */
export function TurnView({ conversationId, turn, parts, onShowSource, askPerson }: TurnViewProps) {
  const { passages, question } = turn;
  return (
    <article className="flex flex-col gap-4" aria-label={question}>
      <Question text={question} />
      <div className="flex flex-col gap-3">
        <AnswerHead count={passages.length} />
        {passages.length === 0 ? (
          <p>
            I found nothing about this in what you can read. Try other words, or a name that would stand in
            the text.
          </p>
        ) : (
          <>
            {turn.isWeak && (
              <InlineAlert tone="info">
                None of these fits the whole question. Open them before you rely on them.
              </InlineAlert>
            )}
            <ol className="flex flex-col gap-3">
              {passages.slice(0, maxQuoted).map((hit, index) => (
                <li key={`${hit.kind}/${hit.id}`} className="border-l-2 pl-3">
                  <p className="whitespace-pre-line wrap-anywhere">
                    {hit.text.text ? parts.quote(hit.text) : parts.quote(hit.title)}{" "}
                    <button
                      type="button"
                      aria-label={`Source ${index + 1}: ${parts.name(hit)}`}
                      className="touch-reach relative inline-grid rounded-full align-middle"
                      onClick={() => onShowSource(index + 1)}
                    >
                      <SourceNumber number={index + 1} />
                    </button>
                  </p>
                  <p className="mt-0.5 text-faint text-xs">
                    {[parts.name(hit), ...parts.meta(hit).slice(0, 2)].join(" · ")}
                  </p>
                </li>
              ))}
            </ol>
          </>
        )}
        {turn.goneCount > 0 && (
          <p className="text-muted text-xs">
            {turn.goneCount === 1 ? "1 source is" : `${turn.goneCount} sources are`} no longer there, or no
            longer open to you.
          </p>
        )}
        <TurnActions conversationId={conversationId} turn={turn} parts={parts}>
          {askPerson?.(question)}
        </TurnActions>
      </div>
    </article>
  );
}

/** What was asked, as the asker's own message. */
export function Question({ text }: { text: string }) {
  const viewer = useViewer();
  return (
    <div className="flex items-end justify-end gap-2.5">
      <p className="max-w-[80%] whitespace-pre-line rounded-xl rounded-br-sm border bg-surface-sunken px-4 py-2.5 wrap-anywhere">
        {text}
      </p>
      <span className="max-md:hidden">
        <Avatar decorative userId={viewer.id} picture={viewer.avatar} name={viewer.name} size={28} />
      </span>
    </div>
  );
}

/** Who answers, and from how much. */
function AnswerHead({ count }: { count: number }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2.5">
      <Logo size={22} />
      <span className="font-semibold">Atoll</span>
      <span className="text-muted text-xs">
        {count === 0
          ? "No sources"
          : `The ${count === 1 ? "passage that fits" : `${count} passages that fit`} best, word for word`}
      </span>
    </p>
  );
}

function TurnActions({
  conversationId,
  turn,
  parts,
  children,
}: Pick<TurnViewProps, "conversationId" | "turn" | "parts"> & { children: ReactNode }) {
  function rate(isHelpful: boolean) {
    rateTurn(conversationId, turn.id, turn.isHelpful === isHelpful ? null : isHelpful).catch(
      (error: unknown) => notify.error(errorMessage(error)),
    );
  }
  async function copy() {
    const quotes = turn.passages.map(
      (hit) =>
        `${hit.text.text || hit.title.text}\n${parts.name(hit)}: ${new URL(hit.link, location.href).href}`,
    );
    try {
      await navigator.clipboard.writeText([turn.question, ...quotes].join("\n\n"));
      notify.success("Answer copied");
    } catch {
      notify.error("The browser did not allow copying.");
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-1">
      {turn.passages.length > 0 && (
        <IconButton icon={Copy} label="Copy answer" onClick={() => void copy()} size="sm" />
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
      {children}
    </div>
  );
}
