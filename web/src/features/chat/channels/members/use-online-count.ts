import type { Channel } from "@atoll/contract/chat/schemas";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { presenceOf } from "../../../../capabilities/people/presence.ts";
import { useSignedIn } from "../../../../lib/use-signed-in.tsx";
import { useChat } from "../../session/chat-provider.tsx";
import { chatKeys } from "../../stream/api.ts";

/** Asked again so often while the channel and the page are in sight. */
const refreshMs = 20_000;
/** Several people come and go together, when a server starts or an office opens. */
const gatherMs = 1000;

/** How many members of a channel are here; undefined while it is unknown. */
export function useOnlineCount({ id, memberCount }: Pick<Channel, "id" | "memberCount">): number | undefined {
  const { realtime } = useChat();
  const presence = presenceOf(useSignedIn());
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: chatKeys.online(id),
    queryFn: async () => (await realtime.send("presence.count", { channelId: id })).online,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: "always",
    retry: false,
    gcTime: 0,
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = presence.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey: chatKeys.online(id) });
      }, gatherMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [presence, queryClient, id]);
  // Between somebody's leaving and the next answer.
  return data === undefined ? undefined : Math.min(data, memberCount);
}
