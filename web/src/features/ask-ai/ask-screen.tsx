import type { Turn } from "@atoll/contract/ask-ai/schemas";
import { ListCollapse, Plus } from "lucide-react";
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from "react";
import { useHasRoomBeside } from "../../lib/page/use-is-phone.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { Button } from "../../ui/button/button.tsx";
import { SideRail } from "../../ui/layout/side-rail.tsx";
import { SkeletonGroup, SkeletonText } from "../../ui/progress/skeleton.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { AskComposer, type AskPlace } from "./ask-composer.tsx";
import { EarlierQuestions } from "./earlier-questions.tsx";
import { FollowUps } from "./follow-ups.tsx";
import type { SourceParts } from "./source-parts.ts";
import { Sources, sourceId } from "./sources.tsx";
import { TurnActions } from "./turn-actions.tsx";
import { Question, TurnView } from "./turn-view.tsx";
import { useAnswer } from "./use-answer.ts";
import { useAsking } from "./use-asking.ts";
import { shareTurn, useConversation, useModelState, useShownTurns } from "./use-conversations.ts";

export interface AskScreenProps {
  /** The conversation in the address; undefined for a new one. */
  conversationId: string | undefined;
  companyName: string;
  /** Questions to begin with. */
  examples: readonly string[];
  places: readonly AskPlace[];
  parts: SourceParts;
  /** A question from elsewhere, as from the search: it fills the field unless something is typed there already. */
  firstQuestion?: string | undefined;
  onConversation: (conversationId: string | undefined) => void;
  renderLink: (conversationId: string) => ReactElement<{ className?: string; children?: ReactNode }>;
  /** A chat that questions are narrowed to at first, as from its own page. */
  firstChannelId?: string | undefined;
  /** A thread to summarise, by the message that it hangs on. */
  threadId?: string | undefined;
  renderActions: (turn: Turn, onShare: () => Promise<void>) => ReactNode;
}

/** Questions in plain words, with the passages that answer them and their sources at the side. */
export function AskScreen(props: AskScreenProps) {
  const { conversationId, parts, threadId, onConversation, renderLink } = props;
  const conversation = useConversation(conversationId);
  const turns = conversation.data?.turns ?? [];
  const shownTurns = useShownTurns();
  const answer = useAnswer({ onTurn: shownTurns.put, onStopped: shownTurns.refetch });
  const model = useModelState();
  const asking = useAsking({
    ...props,
    onTurn: (id, turn) =>
      turn.answer?.state === "wanted" && answer.write({ conversationId: id, turnId: turn.id }),
  });
  const [shown, setShown] = useState<{ turnId: string; number: number }>();
  const last = turns.at(-1);
  // The sources at the side belong to the answer whose number was pressed, else to the last one.
  const sourced = turns.find(({ id }) => id === shown?.turnId) ?? last;
  const end = useScrollToEnd(last?.id, asking.pending, answer.live?.text);
  const hasRoom = useHasRoomBeside();

  function showSource(turn: Turn, number: number) {
    setShown({ turnId: turn.id, number });
    const hit = turn.passages[number - 1];
    // Without room for the sources at the side, a number opens its source.
    if (hasRoom) document.getElementById(sourceId(number))?.scrollIntoView({ block: "nearest" });
    else if (hit) parts.open(hit);
  }
  const write = (turn: Turn) => answer.write({ conversationId: conversationId ?? "", turnId: turn.id });
  const isNew = conversationId === undefined && asking.pending === undefined;
  const sources = sourced && sourced.passages.length > 0 && (
    <Sources turn={sourced} parts={parts} shown={sourced.id === shown?.turnId ? shown.number : undefined} />
  );
  const newQuestion = conversationId !== undefined && (
    <Button className="self-start" icon={Plus} onClick={() => onConversation(undefined)} size="sm">
      New question
    </Button>
  );
  const earlier = (
    <EarlierQuestions
      shownId={conversationId}
      renderLink={renderLink}
      onDeleted={(id) => (id === "all" || id === conversationId) && onConversation(undefined)}
    />
  );
  const composer = (
    <>
      {threadId !== undefined && isNew && (
        <Button
          className="mb-2"
          icon={ListCollapse}
          onClick={() => asking.summarise({ kind: "thread", id: threadId }, "What does this thread say?")}
          size="sm"
        >
          Summarise the thread
        </Button>
      )}
      <AskComposer
        text={asking.text}
        onTextChange={asking.setText}
        places={props.places}
        scope={asking.scope}
        onScopeChange={asking.setScope}
        wanted={asking.wanted}
        onWantedChange={model?.isOn ? asking.setWanted : undefined}
        isAsking={asking.pending !== undefined}
        onAsk={asking.ask}
        onCatchUp={(channelId, name) =>
          asking.summarise({ kind: "channel", id: channelId }, `What did I miss in ${name}?`)
        }
        companyName={props.companyName}
      />
      <p className="pt-1.5 text-center text-faint text-xs">
        Answers use only what you have access to. Open a source before you rely on it.
      </p>
    </>
  );
  return (
    <div className="flex h-full min-h-0">
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="min-h-0 flex-1 overflow-y-auto">
          <div className="mx-auto flex min-h-full w-full max-w-[720px] flex-col gap-8 px-6 py-6 max-md:px-4">
            <h1 className="sr-only">Ask AI</h1>
            {conversation.error && turns.length === 0 ? (
              <LoadState query={conversation} />
            ) : conversationId !== undefined && conversation.isPending && asking.pending === undefined ? (
              <SkeletonGroup label="Loading questions" className="flex flex-col gap-4">
                <SkeletonText lines={5} />
              </SkeletonGroup>
            ) : (
              turns.map((turn) => (
                <TurnView
                  key={turn.id}
                  turn={turn}
                  liveText={answer.live?.turnId === turn.id ? answer.live.text : undefined}
                  parts={parts}
                  onShowSource={(number) => showSource(turn, number)}
                  onStop={answer.stop}
                  failure={answer.error?.turnId === turn.id ? errorMessage(answer.error.error) : undefined}
                >
                  <TurnActions
                    conversationId={conversationId ?? ""}
                    turn={turn}
                    parts={parts}
                    onWrite={canBeWritten(turn) ? () => write(turn) : undefined}
                  >
                    {props.renderActions(turn, () => shareTurn(conversationId ?? "", turn.id, true))}
                  </TurnActions>
                </TurnView>
              ))
            )}
            {last && asking.pending === undefined && !answer.live && (
              <FollowUps
                turn={last}
                onAsk={asking.askText}
                onListTasks={
                  model?.isOn
                    ? (summary, question) => asking.summarise(summary, question, "tasks")
                    : undefined
                }
              />
            )}
            {asking.pending !== undefined && <Pending question={asking.pending} />}
            {asking.error && (
              <InlineAlert
                tone="error"
                action={
                  <Button size="sm" onClick={asking.retry}>
                    Try Again
                  </Button>
                }
              >
                {errorMessage(asking.error, "The question could not be answered")}
              </InlineAlert>
            )}
            <div ref={end} />
            {isNew && (
              <div className="flex flex-1 flex-col justify-center gap-4">
                <EmptyState drawing="search" title={`Ask about anything at ${props.companyName}`}>
                  {model?.isOn
                    ? "You get an answer from what you can read, and each sentence names its source."
                    : "You get the passages that fit best from what you can read, word for word, with a link to each."}
                </EmptyState>
                <div>{composer}</div>
                <ul aria-label="Examples" className="flex flex-wrap justify-center gap-2">
                  {props.examples.map((question) => (
                    <li key={question} className="min-w-0">
                      <Button size="sm" onClick={() => asking.askText(question)}>
                        {question}
                      </Button>
                    </li>
                  ))}
                </ul>
              </div>
            )}
            {!hasRoom && newQuestion}
            {!hasRoom && sources}
            {!hasRoom && earlier}
          </div>
        </div>
        {!isNew && (
          <div className="mx-auto w-full max-w-[720px] flex-none px-6 pb-3 max-md:px-4">{composer}</div>
        )}
      </div>
      {hasRoom && (
        <SideRail label="Sources and earlier questions">
          {newQuestion}
          {sources}
          {earlier}
        </SideRail>
      )}
    </div>
  );
}

function Pending({ question }: { question: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Question text={question} />
      <div className="flex flex-col gap-3" role="status">
        <p className="text-muted text-xs">Looking through what you can read</p>
        <SkeletonText lines={3} />
      </div>
    </div>
  );
}

/** The end of the page is followed while it is this close, in pixels. */
const nearEnd = 120;

function canBeWritten({ answer }: Turn): boolean {
  return answer !== null && ["wanted", "stopped", "failed"].includes(answer.state);
}

/** A new question or answer is in view. */
function useScrollToEnd(
  lastId: string | undefined,
  pending: string | undefined,
  liveText: string | undefined,
) {
  const end = useRef<HTMLDivElement>(null);
  const before = useRef(lastId);
  useEffect(() => {
    const isNew = pending !== undefined || (before.current !== undefined && lastId !== before.current);
    before.current = lastId;
    if (isNew) end.current?.scrollIntoView({ block: "nearest" });
  }, [lastId, pending]);
  // A reader who has scrolled up stays there.
  useEffect(() => {
    const top = end.current?.getBoundingClientRect().top ?? 0;
    if (liveText !== undefined && top < innerHeight + nearEnd)
      end.current?.scrollIntoView({ block: "nearest" });
  }, [liveText]);
  return end;
}
