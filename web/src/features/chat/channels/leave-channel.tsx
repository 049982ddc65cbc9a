import type { Channel } from "@atoll/contract/chat/schemas";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { leaveChannel } from "./api.ts";
import { useChannelCache } from "./use-channel-cache.ts";

/** Leaves a channel after asking. */
export function LeaveChannel({ channel, onLeft }: { channel: Channel; onLeft: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setIsAsking(true)}>
        Leave channel
      </Button>
      <LeaveQuestion channel={channel} open={isAsking} onOpenChange={setIsAsking} onLeft={onLeft} />
    </>
  );
}

export interface LeaveQuestionProps {
  channel: Channel;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onLeft?: () => void;
}

/** Asks for confirmation, and leaves. The last owner must first hand over. */
export function LeaveQuestion({ channel, open, onOpenChange, onLeft }: LeaveQuestionProps) {
  const cache = useChannelCache();
  const leaving = useMutation({
    mutationFn: () => leaveChannel(channel.id),
    onSuccess: () => {
      onLeft?.();
      cache.remove(channel.id);
    },
  });
  function setOpen(next: boolean) {
    onOpenChange(next);
    if (!next) leaving.reset();
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={() => setOpen(false)}
      title={`Leave ${channel.name}?`}
      verb="Leave channel"
      loading={leaving.isPending}
      error={leaving.error ? errorMessage(leaving.error) : undefined}
      onConfirm={() => leaving.mutate()}
    >
      {channel.type === "PUBLIC"
        ? "You can join it again at any time."
        : "To return, a member has to add you."}
    </ConfirmDialog>
  );
}
