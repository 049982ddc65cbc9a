import type { Channel } from "@atoll/contract/chat/schemas";
import { authorName, firstName } from "../../../capabilities/people/author-name.ts";

/** Returns the title of a channel: its name, or the other people of a direct chat. */
export function channelTitle(channel: Pick<Channel, "type" | "name" | "peers">): string {
  if (channel.type !== "DIRECT") return channel.name;
  const [only, ...others] = channel.peers;
  if (others.length === 0) return authorName(only ?? null);
  return channel.peers.map((peer) => firstName(authorName(peer))).join(", ");
}

/** A direct chat of more than two people. */
export function isGroup(channel: Pick<Channel, "type" | "peers">): boolean {
  return channel.type === "DIRECT" && channel.peers.length > 1;
}

/** The one other person of a direct chat. */
export function directPeer<Peer>(channel: {
  type: Channel["type"];
  peers: readonly Peer[];
}): Peer | undefined {
  return channel.type === "DIRECT" && channel.peers.length === 1 ? channel.peers[0] : undefined;
}

/** The line under a chat's name: a colleague's address, how many a group has, or what a channel is about. */
export function channelSubtitle(
  channel: Pick<Channel, "type" | "peers" | "memberCount" | "topic" | "description">,
): string {
  if (channel.type !== "DIRECT") return channel.topic || channel.description;
  return isGroup(channel) ? `${channel.peers.length + 1} people` : (channel.peers[0]?.email ?? "");
}

/** Returns whether the others in a direct chat have all left the company: it can be read, but not written to. */
export function isWithFormer(channel: Pick<Channel, "type" | "peers"> | undefined): boolean {
  return (
    channel?.type === "DIRECT" && channel.peers.length > 0 && channel.peers.every((peer) => peer.isFormer)
  );
}
