import type { AnswerFailure, Turn } from "@atoll/contract/ask-ai/schemas";
import { Square } from "lucide-react";
import type { ReactNode } from "react";
import { PersonAvatar } from "../../capabilities/people/person-avatar.tsx";
import { counted } from "../../lib/counted.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Logo } from "../../ui/icon/logo.tsx";
import { SkeletonText } from "../../ui/progress/skeleton.tsx";
import { TypingDots } from "../../ui/progress/typing-dots.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { AnswerText, CitedSource } from "./answer-text.tsx";
import type { SourceParts } from "./source-parts.ts";

/** So many passages are quoted in the answer; the others are listed as sources only. */
const maxQuoted = 3;
const maxOfSummary = 12;

export interface TurnViewProps {
  turn: Turn;
  /** The answer that is being written. Undefined if this page is not receiving one. */
  liveText?: string | undefined;
  parts: SourceParts;
  onShowSource: (number: number) => void;
  onStop?: () => void;
  /** A failure to reach the server at all. */
  failure?: string | undefined;
  /** The asker, if it is not the viewer. */
  asker?: ReactNode;
  children?: ReactNode;
}

/** A question, and its answer: what a model wrote, else the passages that fit best, word for word. */
export function TurnView(props: TurnViewProps) {
  const { turn, liveText, parts, onShowSource, onStop, failure, asker, children } = props;
  const { passages, question, answer } = turn;
  const isWriting = liveText !== undefined || answer?.state === "writing";
  const text = liveText ?? answer?.text ?? "";
  const isQuoted = text === "" && !isWriting;
  return (
    <article className="flex flex-col gap-4" aria-label={question}>
      {asker ?? <Question text={question} />}
      <div className="flex flex-col gap-3">
        <AnswerHead>{headOf(turn, isWriting)}</AnswerHead>
        {turn.isWeak && passages.length > 0 && (
          <InlineAlert tone="info">
            None of the sources fits the whole question. Open them before you rely on them.
          </InlineAlert>
        )}
        {!isWriting && <AnswerNotice turn={turn} failure={failure} />}
        {isWriting && text === "" && <SkeletonText lines={3} />}
        {text !== "" && (
          <AnswerText text={text} passages={passages} nameOf={parts.name} onShowSource={onShowSource} />
        )}
        {isQuoted && passages.length === 0 && (
          <p>
            I found nothing about this in what you can read. Try other words, or a name that would be in the
            text.
          </p>
        )}
        {isQuoted && passages.length > 0 && (
          <Quotes
            passages={passages}
            count={turn.summary ? maxOfSummary : maxQuoted}
            parts={parts}
            onShowSource={onShowSource}
          />
        )}
        {isWriting && (
          <div className="flex items-center gap-2" role="status">
            <TypingDots />
            <span className="sr-only">Writing an answer</span>
            {liveText !== undefined && onStop && (
              <Button icon={Square} onClick={onStop} size="sm">
                Stop
              </Button>
            )}
          </div>
        )}
        {turn.goneCount > 0 && (
          <p className="text-muted text-xs">
            {counted(turn.goneCount, "source is", "sources are")} no longer there, or no longer open to you.
          </p>
        )}
        {!isWriting && children}
      </div>
    </article>
  );
}

/** The question, as a message of the asker. */
export function Question({ text }: { text: string }) {
  const viewer = useViewer();
  return (
    <div className="flex items-end justify-end gap-2.5">
      <p className="max-w-[80%] whitespace-pre-line rounded-xl rounded-br-sm border bg-surface-sunken px-4 py-2.5 wrap-anywhere">
        {text}
      </p>
      <span className="max-md:hidden">
        <PersonAvatar person={viewer} decorative size={28} />
      </span>
    </div>
  );
}

/** The source of the answer, and the number of passages. */
function AnswerHead({ children }: { children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2.5">
      <Logo size={22} />
      <span className="font-semibold">Atoll</span>
      <span className="text-muted text-xs">{children}</span>
    </p>
  );
}

function headOf({ passages, answer, summary, draft }: Turn, isWriting: boolean): string {
  if (isWriting)
    return `Writing from ${counted(answer?.usedCount || passages.length, "source")} you can open`;
  if (answer?.text) {
    const of = answer.usedCount < passages.length ? `the first ${answer.usedCount} of ` : "";
    const done = draft ? "Drafted" : "Answered";
    return `${answer.state === "complete" ? done : "Started"} from ${of}${counted(passages.length, "source")} you can open`;
  }
  if (passages.length === 0) return "No sources";
  if (summary) return "The latest messages, word for word, the newest first";
  return `The ${passages.length === 1 ? "passage that fits" : `${passages.length} passages that fit`} best, word for word`;
}

const failureTexts: Readonly<Record<AnswerFailure, string>> = {
  busy: "The language model is busy. Try again in a moment.",
  stalled: "The language model stopped in the middle. Try again, or use the passages.",
  unreachable: "The language model cannot be reached right now. Here are the passages.",
  broken: "The language model's answer broke off or cannot be read. Try again, or use the passages.",
  failed: "The language model reported an error. Try again, or use the passages.",
  empty: "The language model had nothing to say. Here are the passages.",
  refused: "The language model is not set up correctly. Please tell an administrator. Here are the passages.",
  too_long: "The passages are too long for the language model. Ask a narrower question, or use the passages.",
  cut: "The answer reached the maximum length and ends here. Ask a narrower question for the rest.",
};

/** Why there is no answer, or only a part. */
function AnswerNotice({ turn: { answer }, failure }: { turn: Turn; failure: string | undefined }) {
  if (failure !== undefined) return <InlineAlert tone="error">{failure}</InlineAlert>;
  if (answer?.isWithheld)
    return (
      <InlineAlert tone="notice">
        {answer.hasChanged
          ? "A source of this answer has changed since, so the answer is not shown. Ask the question again to get one from what the sources say now."
          : "A source of this answer is gone or not open to you, so the answer is not shown. Ask the question again to get one from what you can read."}
      </InlineAlert>
    );
  if (answer?.state === "stopped")
    return <InlineAlert tone="info">{answer.failure === "cut" ? failureTexts.cut : "Stopped"}</InlineAlert>;
  if (answer?.state === "failed")
    return <InlineAlert tone="error">{failureTexts[answer.failure ?? "broken"]}</InlineAlert>;
  if (answer?.hasChanged)
    return (
      <InlineAlert tone="info">
        A source of this answer has changed since it was written. Open the sources before you rely on it.
      </InlineAlert>
    );
  return null;
}

function Quotes({
  passages,
  count,
  parts,
  onShowSource,
}: Pick<TurnViewProps, "parts" | "onShowSource"> & Pick<Turn, "passages"> & { count: number }) {
  return (
    <ol className="flex flex-col gap-3">
      {passages.slice(0, count).map((hit, index) => (
        <li key={`${hit.kind}/${hit.id}`} className="border-l-2 pl-3">
          <p className="whitespace-pre-line wrap-anywhere">
            {hit.text.text ? parts.quote(hit.text) : parts.quote(hit.title)}{" "}
            <CitedSource number={index + 1} name={parts.name(hit)} onShow={onShowSource} />
          </p>
          <p className="mt-0.5 text-faint text-xs">
            {[parts.name(hit), ...parts.meta(hit).slice(0, 2)].join(" · ")}
          </p>
        </li>
      ))}
    </ol>
  );
}
