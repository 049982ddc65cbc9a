import type { Channel } from "@atoll/contract/chat/schemas";
import { Hash, Lock } from "lucide-react";
import { Avatar } from "../../ui/avatar.tsx";
import { cx } from "../../ui/cx.ts";
import { channelTitle } from "./channel-title.ts";

type MarkedChannel = Pick<Channel, "id" | "type" | "name" | "peer">;

/** The face of a direct chat, or a tile with the sign of a public or private channel. Decorative. */
export function ChannelMark({ channel, size }: { channel: MarkedChannel; size: 28 | 32 | 36 }) {
  if (channel.type === "DIRECT") {
    return (
      <Avatar decorative userId={channel.peer?.id ?? channel.id} name={channelTitle(channel)} size={size} />
    );
  }
  return (
    <span
      style={{ width: size, height: size }}
      className="grid flex-none place-items-center rounded-md bg-surface-sunken text-muted inset-ring inset-ring-border"
    >
      <ChannelSign channel={channel} className="size-4" />
    </span>
  );
}

/** The bare sign, for rows. */
export function ChannelSign({ channel, className }: { channel: MarkedChannel; className?: string }) {
  const Sign = channel.type === "PRIVATE" ? Lock : Hash;
  return <Sign aria-hidden="true" className={cx("flex-none", className)} />;
}
