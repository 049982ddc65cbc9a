import type { AskDraft, AskScope, AskSummary, Turn } from "@atoll/contract/ask-ai/schemas";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useDraft } from "../../capabilities/offline/drafts/use-draft.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { useAsk } from "./use-conversations.ts";

interface Asking {
  conversationId: string | undefined;
  firstQuestion?: string | undefined;
  firstChannelId?: string | undefined;
  onConversation: (conversationId: string) => void;
  /** The passages have come. */
  onTurn: (conversationId: string, turn: Turn) => void;
}

/** The question that is being typed or asked. Its text is a draft until there is an answer. */
export function useAsking(asking: Asking) {
  const { conversationId, firstQuestion, firstChannelId, onConversation, onTurn } = asking;
  const viewer = useViewer();
  const draft = useDraft(`ask-ai/${viewer.id}`);
  /** The conversation on the page now; null once the page was left. */
  const shown = useRef<Pick<Asking, "conversationId">>(null);
  const askedIn = useRef<string>(undefined);
  useEffect(() => {
    shown.current = { conversationId };
    return () => {
      shown.current = null;
    };
  }, [conversationId]);
  const ask = useAsk(({ question, conversationId: answeredId }, turn) => {
    // Text that was typed during the answer is kept.
    if (draft.read().trim() === question) draft.write("");
    // Nobody is taken back from where they have gone since.
    if (!shown.current || shown.current.conversationId !== askedIn.current) return;
    onConversation(answeredId);
    onTurn(answeredId, turn);
  });
  const [scope, setScope] = useState<AskScope>(
    firstChannelId === undefined ? { kind: "everything" } : { kind: "channel", id: firstChannelId },
  );
  /** To be written instead of an answer. */
  const [wanted, setWanted] = useState<AskDraft | null>(null);
  const [sent, setSent] = useState<Parameters<typeof ask.mutate>[0]>();

  function send(question: Parameters<typeof ask.mutate>[0]) {
    setSent(question);
    askedIn.current = conversationId;
    ask.mutate(question);
  }
  function sendNew(text: string, { summary, wants }: { summary?: AskSummary; wants?: AskDraft | null } = {}) {
    const question = text.trim();
    const place = { id: uuidv7(), conversationId: conversationId ?? uuidv7() };
    send({ ...place, question, scope, ...(summary && { summary }), ...(wants && { draft: wants }) });
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
    wanted,
    setWanted,
    pending: isPending ? sent.question : undefined,
    error: ask.error,
    ask() {
      sendNew(draft.text, { wants: wanted });
      // A draft is asked for each time: the next question is one again.
      setWanted(null);
    },
    /** Asks something other than what is typed, which stays. */
    askText: (text: string) => sendNew(text),
    summarise: (summary: AskSummary, question: string, wants?: AskDraft) =>
      sendNew(question, { summary, ...(wants && { wants }) }),
    retry: () => sent && send(sent),
  };
}
