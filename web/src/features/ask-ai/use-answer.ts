import { askAiRoutes as routes } from "@atoll/contract/ask-ai/routes";
import type { AnswerEvent, Turn } from "@atoll/contract/ask-ai/schemas";
import { useEffect, useRef, useState } from "react";
import { readEvents } from "../../lib/server/read-events.ts";

/** An answer that this page has written at the moment. */
export interface LiveAnswer {
  turnId: string;
  text: string;
}

/** Has the answer of a turn written, also again if it failed or was stopped. */
export interface AnswerToWrite {
  conversationId: string;
  turnId: string;
}

/**
 * Has answers written, one at a time. Closing the page, or `stop`, ends it at the model too.
 * @param onTurn the turn as it is at the end of its answer
 * @param onStopped it was stopped here: the server keeps what came so far
 */
export function useAnswer({
  onTurn,
  onStopped,
}: {
  onTurn: (conversationId: string, turn: Turn) => void;
  onStopped: (conversationId: string) => void;
}) {
  const [live, setLive] = useState<LiveAnswer>();
  const [error, setError] = useState<{ turnId: string; error: unknown }>();
  const running = useRef<AbortController>(undefined);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      running.current?.abort();
    };
  }, []);

  async function write({ conversationId, turnId }: AnswerToWrite) {
    // A question may be answered after its page was left: nobody would read what is written then.
    if (!isShown.current) return;
    running.current?.abort();
    const stopping = new AbortController();
    running.current = stopping;
    setError(undefined);
    setLive({ turnId, text: "" });
    let hasEnded = false;
    try {
      for await (const data of readEvents(
        routes.writeAnswer,
        { params: { conversationId, turnId } },
        stopping.signal,
      )) {
        // The server was built with this contract, as for every other answer.
        const event: AnswerEvent = JSON.parse(data);
        if (event.kind === "text")
          setLive((now) => (now?.turnId === turnId ? { turnId, text: now.text + event.text } : now));
        else {
          hasEnded = true;
          onTurn(conversationId, event.turn);
        }
      }
      if (!hasEnded) onStopped(conversationId);
    } catch (failure) {
      if (!stopping.signal.aborted) setError({ turnId, error: failure });
      onStopped(conversationId);
    } finally {
      if (running.current === stopping) setLive(undefined);
    }
  }
  return {
    live,
    error,
    write: (answer: AnswerToWrite) => void write(answer),
    stop: () => running.current?.abort(),
  };
}
