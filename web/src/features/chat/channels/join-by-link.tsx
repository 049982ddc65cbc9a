import { errorTexts } from "@atoll/contract/errors/error-texts";
import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { useChat } from "../session/chat-provider.tsx";
import { fetchJoinable } from "./api.ts";
import { DirectoryRow } from "./directory-row.tsx";

/** Offers to join a public channel that somebody opens by its link. Other chats are said not to exist. */
export function JoinByLink({ channelId, onJoined }: { channelId: string; onJoined: () => void }) {
  const { isGuest } = useChat().viewer;
  const { data, isLoading } = useQuery({
    enabled: !isGuest,
    queryKey: ["chat", "joinable", channelId],
    queryFn: ({ signal }) => fetchJoinable(channelId, { signal }),
    retry: false,
  });
  if (isLoading) return null;
  if (!data) return <ErrorState message={errorTexts.channel_not_found} />;
  return (
    <div className="mx-auto flex w-full max-w-105 flex-col gap-2 p-4">
      <EmptyState title={`You are not in ${data.name} yet`} drawing="chats">
        Join the channel to read it and to write in it.
      </EmptyState>
      <ul>
        <DirectoryRow channel={data} onOpen={onJoined} />
      </ul>
    </div>
  );
}
