import type { AskScope, Turn } from "@atoll/contract/ask-ai/schemas";
import { useEffect, useEffectEvent, useState } from "react";
import { useDraft } from "../../capabilities/offline/drafts/use-draft.ts";
import { useViewer } from "../../lib/use-session.tsx";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { useAsk } from "./use-conversations.ts";

interface Asking {
  conversationId: string | undefined;
  firstQuestion?: string | undefined;
  onConversation: (conversationId: string) => void;
  /** The passages have come. */
  onTurn: (conversationId: string, turn: Turn) => void;
}

/** The question that is being typed or asked. Its text is a draft until there is an answer. */
export function useAsking({ conversationId, firstQuestion, onConversation, onTurn }: Asking) {
  const viewer = useViewer();
  const draft = useDraft(`ask-ai/${viewer.id}`);
  const ask = useAsk(({ question, conversationId: answeredId }, turn) => {
    // What was typed while the answer was on its way stays.
    if (draft.read().trim() === question) draft.write("");
    onConversation(answeredId);
    onTurn(answeredId, turn);
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
