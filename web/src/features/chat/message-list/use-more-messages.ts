import { startTransition, useEffect, useRef, useState } from "react";
import { afterPaint } from "../../../lib/page/after-paint.ts";
import { useChat } from "../session/chat-provider.tsx";
import type { Side } from "../stream/streams.ts";

export interface MoreState {
  isLoading: boolean;
  hasFailed: boolean;
  /** Loads the adjacent page, unless it is loading, has just failed, or nothing is left. */
  load: () => void;
  retry: () => void;
}

/** Returns the state of loading beyond one end of a channel's window. */
export function useMoreMessages(channelId: string, side: Side, hasMore: boolean): MoreState {
  const { streams } = useChat();
  const [isLoading, setIsLoading] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  // Two views of the same frame ask before either is rendered.
  const isUnderWay = useRef(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  function start() {
    isUnderWay.current = true;
    // A newly rendered list asks for this before its first paint, which must not be delayed.
    afterPaint(ask);
  }
  function ask() {
    startTransition(() => {
      setHasFailed(false);
      setIsLoading(true);
    });
    streams
      .loadMore(channelId, side)
      .catch(() => isMounted.current && setHasFailed(true))
      .finally(() => {
        isUnderWay.current = false;
        if (isMounted.current) setIsLoading(false);
      });
  }
  return {
    isLoading,
    hasFailed,
    load() {
      if (hasMore && !isUnderWay.current && !hasFailed) start();
    },
    retry: start,
  };
}
