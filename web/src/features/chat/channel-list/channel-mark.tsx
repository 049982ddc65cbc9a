import type { Channel } from "@atoll/contract/chat/schemas";
import { Hash, Lock, Users } from "lucide-react";
import { PresentAvatar } from "../../../capabilities/people/present-avatar.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { channelTitle, directPeer } from "./channel-title.ts";

type MarkedChannel = Pick<Channel, "id" | "type" | "name" | "peers">;

/** The face of a direct chat and how the person is, or a tile with the sign of a group or a channel. Decorative. */
export function ChannelMark({ channel, size }: { channel: MarkedChannel; size: 24 | 28 | 32 | 36 }) {
  const peer = directPeer(channel);
  if (peer)
    return <PresentAvatar userId={peer.id} picture={peer.avatar} name={channelTitle(channel)} size={size} />;
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
  const Sign = channel.type === "DIRECT" ? Users : channel.type === "PRIVATE" ? Lock : Hash;
  return <Sign aria-hidden="true" className={cx("flex-none", className)} />;
}
