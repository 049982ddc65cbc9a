import type { DirectoryEntry } from "@atoll/contract/chat/channel-schemas";
import { useMutation } from "@tanstack/react-query";
import { Hash } from "lucide-react";
import { counted } from "../../../lib/counted.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { joinChannel } from "./api.ts";
import { useChannelCache } from "./use-channel-cache.ts";

export interface DirectoryRowProps {
  channel: DirectoryEntry;
  onOpen: (channelId: string) => void;
}

/** A public channel with its description and the button to join. */
export function DirectoryRow({ channel, onOpen }: DirectoryRowProps) {
  const cache = useChannelCache();
  const joining = useMutation({
    mutationFn: () => joinChannel(channel.id),
    onSuccess: ({ channel: joined }) => {
      cache.take(joined);
      onOpen(joined.id);
    },
  });
  return (
    <li className="flex items-center gap-3 rounded-md px-2 py-2 hover:bg-surface-hover">
      <Hash className="size-4 flex-none text-faint" aria-hidden="true" />
      <div className="min-w-0 flex-1 leading-[18px]">
        <p className="truncate font-semibold">{channel.name}</p>
        <p className="truncate text-muted text-xs">
          {[counted(channel.memberCount, "member"), channel.topic || channel.description]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {joining.error && (
          <p role="alert" className="text-danger-text text-xs">
            {/* Specification, section 8. */}
            {`Failed to join channel: ${errorMessage(joining.error)}`}
          </p>
        )}
      </div>
      {channel.isMember ? (
        <>
          <span className="text-faint text-xs">Joined</span>
          <Button size="xs" aria-label={`Open ${channel.name}`} onClick={() => onOpen(channel.id)}>
            Open
          </Button>
        </>
      ) : (
        <Button
          size="xs"
          variant="primary"
          aria-label={`Join ${channel.name}`}
          loading={joining.isPending}
          onClick={() => joining.mutate()}
        >
          Join
        </Button>
      )}
    </li>
  );
}
