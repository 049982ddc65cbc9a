import type { Channel } from "@atoll/contract/chat/schemas";

/** What a channel is called on screen: its name, or the other people of a direct chat. */
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

/** Unknown people show as User, or as User plus the last 4 characters of the id. Specification, section 8. */
export function authorName(person: { id?: string; name: string } | null): string {
  if (!person) return "User";
  if (person.name.trim() !== "") return person.name;
  return person.id ? `User ${person.id.slice(-4)}` : "User";
}

export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}
