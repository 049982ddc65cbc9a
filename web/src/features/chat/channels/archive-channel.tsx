import type { Channel } from "@atoll/contract/chat/schemas";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { putArchived } from "./api.ts";
import { useChannelCache } from "./use-channel-cache.ts";

/** Archives a channel after asking, or brings it back. */
export function ArchiveChannel({ channel }: { channel: Channel }) {
  const cache = useChannelCache();
  const [isAsking, setIsAsking] = useState(false);
  const isArchived = channel.archivedAt !== null;
  const archiving = useMutation({
    mutationFn: () => putArchived(channel.id, !isArchived),
    onSuccess: ({ channel: saved }) => {
      cache.take(saved);
      setIsAsking(false);
    },
    onError: (error) => isArchived && notify.error(errorMessage(error)),
  });
  if (isArchived) {
    return (
      <Button size="sm" loading={archiving.isPending} onClick={() => archiving.mutate()}>
        Unarchive channel
      </Button>
    );
  }
  return (
    <>
      <Button size="sm" onClick={() => setIsAsking(true)}>
        Archive channel
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Archive ${channel.name}?`}
        verb="Archive channel"
        loading={archiving.isPending}
        error={archiving.error ? errorMessage(archiving.error) : undefined}
        onConfirm={() => archiving.mutate()}
      >
        It can still be read and searched, and nothing is written in it any more. It can be brought back.
      </ConfirmDialog>
    </>
  );
}
