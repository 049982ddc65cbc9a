import type { AskScope, Turn } from "@atoll/contract/ask-ai/schemas";
import { Plus } from "lucide-react";
import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useDraft } from "../../capabilities/offline/drafts/use-draft.ts";
import { errorMessage } from "../../lib/api-client.ts";
import { useHasRoomBeside } from "../../lib/use-is-phone.ts";
import { useViewer } from "../../lib/use-session.tsx";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { Button } from "../../ui/button/button.tsx";
import { SkeletonGroup, SkeletonText } from "../../ui/progress/skeleton.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { ErrorState } from "../../ui/state/error-state.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { AskComposer, type AskPlace } from "./ask-composer.tsx";
import { EarlierQuestions } from "./earlier-questions.tsx";
import { SourceCard } from "./source-card.tsx";
import type { SourceParts } from "./source-parts.ts";
import { Question, TurnView } from "./turn-view.tsx";
import { useAsk, useConversation } from "./use-conversations.ts";

export interface AskScreenProps {
  /** The conversation in the address; undefined for a new one. */
  conversationId: string | undefined;
  companyName: string;
  places: readonly AskPlace[];
  parts: SourceParts;
  /** A question from elsewhere, as from the search: it fills the field unless something is typed there already. */
  firstQuestion?: string | undefined;
  onConversation: (conversationId: string | undefined) => void;
  renderLink: (conversationId: string) => ReactElement<{ className?: string; children?: ReactNode }>;
  askPerson?: ((question: string) => ReactNode) | undefined;
}

/** Questions in plain words, with the passages that answer them and their sources beside. */
export function AskScreen(props: AskScreenProps) {
  const { conversationId, parts, onConversation, renderLink } = props;
  const conversation = useConversation(conversationId);
  const turns = conversation.data?.turns ?? [];
  const asking = useAsking(props);
  const [shown, setShown] = useState<{ turnId: string; number: number }>();
  const last = turns.at(-1);
  // The sources beside are those of the answer whose number was pressed, else of the last one.
  const sourced = turns.find(({ id }) => id === shown?.turnId) ?? last;
  const end = useScrollToEnd(last?.id, asking.pending);
  const hasRoom = useHasRoomBeside();

  function showSource(turn: Turn, number: number) {
    setShown({ turnId: turn.id, number });
    const hit = turn.passages[number - 1];
    // Without room for the sources at the side, a number opens its source.
    if (hasRoom) document.getElementById(sourceId(number))?.scrollIntoView({ block: "nearest" });
    else if (hit) parts.open(hit);
  }
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
  return (
    <div className="flex h-full min-h-0">
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="min-h-0 flex-1 overflow-y-auto">
          <div className="mx-auto flex min-h-full w-full max-w-[720px] flex-col gap-8 px-6 py-6 max-md:px-4">
            <h1 className="sr-only">Ask AI</h1>
            {conversation.error && turns.length === 0 ? (
              <ErrorState
                message={errorMessage(conversation.error)}
                retrying={conversation.isFetching}
                onRetry={() => void conversation.refetch()}
              />
            ) : conversationId !== undefined && conversation.isPending && asking.pending === undefined ? (
              <SkeletonGroup label="Loading questions" className="flex flex-col gap-4">
                <SkeletonText lines={5} />
              </SkeletonGroup>
            ) : (
              turns.map((turn) => (
                <TurnView
                  key={turn.id}
                  conversationId={conversationId ?? ""}
                  turn={turn}
                  parts={parts}
                  onShowSource={(number) => showSource(turn, number)}
                  askPerson={props.askPerson}
                />
              ))
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
            {isNew && !asking.error && (
              <div className="grid flex-1 place-items-center">
                <EmptyState drawing="search" title={`Ask about anything at ${props.companyName}`}>
                  You get the passages that fit best from messages, tasks, events, announcements and files
                  that you can read, word for word, with a link to each.
                </EmptyState>
              </div>
            )}
            {!hasRoom && newQuestion}
            {!hasRoom && sources}
            {!hasRoom && earlier}
          </div>
        </div>
        <div className="mx-auto w-full max-w-[720px] flex-none px-6 pb-3 max-md:px-4">
          <AskComposer
            text={asking.text}
            onTextChange={asking.setText}
            places={props.places}
            scope={asking.scope}
            onScopeChange={asking.setScope}
            isAsking={asking.pending !== undefined}
            onAsk={asking.ask}
            companyName={props.companyName}
          />
          <p className="pt-1.5 text-center text-faint text-xs">
            Answers use only what you have access to. Open a source before you rely on it.
          </p>
        </div>
      </div>
      {hasRoom && (
        <aside
          aria-label="Sources and earlier questions"
          className="flex w-[320px] flex-none flex-col gap-5 overflow-y-auto border-l bg-surface-sunken p-3"
        >
          {newQuestion}
          {sources}
          {earlier}
        </aside>
      )}
    </div>
  );
}

const sourceId = (number: number) => `source-${number}`;

function Sources({ turn, parts, shown }: { turn: Turn; parts: SourceParts; shown: number | undefined }) {
  return (
    <section aria-label="Sources" className="flex flex-col gap-2">
      <h2 className="px-2 font-semibold text-muted text-xs">Sources ({turn.passages.length})</h2>
      <ol className="flex flex-col gap-2">
        {turn.passages.map((hit, index) => (
          <SourceCard
            key={`${hit.kind}/${hit.id}`}
            id={sourceId(index + 1)}
            number={index + 1}
            hit={hit}
            parts={parts}
            isShown={shown === index + 1}
          />
        ))}
      </ol>
    </section>
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

/** The question that is being typed or asked. Its text is a draft until there is an answer. */
function useAsking({ conversationId, firstQuestion, onConversation }: AskScreenProps) {
  const viewer = useViewer();
  const draft = useDraft(`ask-ai/${viewer.id}`);
  const ask = useAsk(({ question, conversationId: answeredId }) => {
    // What was typed while the answer was on its way stays.
    if (draft.read().trim() === question) draft.write("");
    onConversation(answeredId);
  });
  const [scope, setScope] = useState<AskScope>({ kind: "everything" });
  const [sent, setSent] = useState<Parameters<typeof ask.mutate>[0]>();

  function send(question: Parameters<typeof ask.mutate>[0]) {
    setSent(question);
    ask.mutate(question);
  }
  function sendNew(text: string) {
    send({ id: uuidv7(), conversationId: conversationId ?? uuidv7(), question: text.trim(), scope });
  }
  const fill = useEffectEvent((text: string) => {
    if (draft.read() === "") draft.write(text);
  });
  useEffect(() => {
    if (firstQuestion) fill(firstQuestion);
  }, [firstQuestion]);
  const isPending = ask.isPending && sent !== undefined;
  return {
    text: isPending && draft.text.trim() === sent.question ? "" : draft.text,
    setText: draft.write,
    scope,
    setScope,
    pending: isPending ? sent.question : undefined,
    error: ask.error,
    ask: () => sendNew(draft.text),
    retry: () => sent && send(sent),
  };
}

/** A new question or answer is in view. */
function useScrollToEnd(lastId: string | undefined, pending: string | undefined) {
  const end = useRef<HTMLDivElement>(null);
  const before = useRef(lastId);
  useEffect(() => {
    const isNew = pending !== undefined || (before.current !== undefined && lastId !== before.current);
    before.current = lastId;
    if (isNew) end.current?.scrollIntoView({ block: "nearest" });
  }, [lastId, pending]);
  return end;
}
