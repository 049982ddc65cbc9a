import { useEffect, useRef, useState } from "react";
import { useChat } from "../chat-provider.tsx";

export interface OlderState {
  isLoading: boolean;
  hasFailed: boolean;
  /** Asks for the page before, unless that is under way, failed just now, or nothing is left. */
  load: () => void;
  retry: () => void;
}

export function useOlderMessages(channelId: string, hasOlder: boolean): OlderState {
  const { streams } = useChat();
  const [isLoading, setIsLoading] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  function start() {
    setHasFailed(false);
    setIsLoading(true);
    streams
      .loadOlder(channelId)
      .catch(() => isMounted.current && setHasFailed(true))
      .finally(() => isMounted.current && setIsLoading(false));
  }
  return {
    isLoading,
    hasFailed,
    load() {
      if (hasOlder && !isLoading && !hasFailed) start();
    },
    retry: start,
  };
}
