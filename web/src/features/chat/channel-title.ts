import type { Channel } from "@atoll/contract/chat/schemas";

/** What a channel is called on screen: its name, or the other person of a direct chat. */
export function channelTitle(channel: Pick<Channel, "type" | "name" | "peer">): string {
  if (channel.type !== "DIRECT") return channel.name;
  return channel.peer ? authorName(channel.peer) : "User";
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
