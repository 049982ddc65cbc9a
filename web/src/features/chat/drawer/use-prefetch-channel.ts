import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useChat } from "../session/chat-provider.tsx";

/** A pointer that only passes over asks for nothing. */
const dwellMs = 60;

/** For a link to a channel: its messages are asked for when a pointer rests on it or begins to press it. */
export function usePrefetchChannel(channelId: string) {
  const queryClient = useQueryClient();
  const { streams, ahead } = useChat();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  function fetchNow() {
    stop();
    return queryClient.prefetchQuery(streams.query(channelId));
  }
  return {
    onPointerEnter() {
      stop();
      timer.current = setTimeout(fetchNow, dwellMs);
    },
    onPointerLeave: stop,
    async onPointerDown() {
      await fetchNow();
      if (streams.get(channelId)) ahead.press(channelId);
    },
  };
}
