import type { Channel } from "@atoll/contract/chat/schemas";

/** Stands quietly beside the name of somebody who has left the company. */
export function FormerColleague() {
  return <span className="flex-none font-normal text-2xs text-faint">former colleague</span>;
}

/** A direct chat whose other people have all left: it can be read, and nothing new can be sent. */
export function isWithFormer(channel: Pick<Channel, "type" | "peers"> | undefined): boolean {
  return (
    channel?.type === "DIRECT" && channel.peers.length > 0 && channel.peers.every((peer) => peer.isFormer)
  );
}
