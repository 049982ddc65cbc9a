import { chatRoutes } from "@atoll/contract/chat/routes";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../../lib/server/api-client.ts";

const nothing: readonly { id: string; name: string }[] = [];

/** The channels that the viewer is in, by name; none where there is no chat for them. */
export function useOwnChannels(): readonly { id: string; name: string }[] {
  const { data } = useQuery({
    queryKey: ["calendar", "channels"],
    queryFn: ({ signal }) => call(chatRoutes.listChannels, { query: {} }, { signal }),
    select: ({ channels }) =>
      channels.flatMap(({ id, name, type }) => (type === "DIRECT" || !name ? [] : [{ id, name }])),
    staleTime: 60_000,
    retry: false,
  });
  return data ?? nothing;
}
