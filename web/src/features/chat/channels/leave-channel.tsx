import type { Channel } from "@atoll/contract/chat/schemas";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { leaveChannel } from "./api.ts";
import { useChannelCache } from "./use-channel-cache.ts";

/** Leaves a channel after asking. The last owner is told to hand over first. */
export function LeaveChannel({ channel, onLeft }: { channel: Channel; onLeft: () => void }) {
  const cache = useChannelCache();
  const [isAsking, setIsAsking] = useState(false);
  const leaving = useMutation({
    mutationFn: () => leaveChannel(channel.id),
    onSuccess: () => {
      onLeft();
      cache.remove(channel.id);
    },
  });
  function setOpen(open: boolean) {
    setIsAsking(open);
    if (!open) leaving.reset();
  }
  return (
    <>
      <Button size="sm" variant="danger" onClick={() => setOpen(true)}>
        Leave channel
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setOpen}
        title={`Leave ${channel.name}?`}
        verb="Leave channel"
        loading={leaving.isPending}
        error={leaving.error ? errorMessage(leaving.error) : undefined}
        onConfirm={() => leaving.mutate()}
      >
        {channel.type === "PUBLIC"
          ? "You can join it again at any time."
          : "To come back, somebody in it has to add you."}
      </ConfirmDialog>
    </>
  );
}
