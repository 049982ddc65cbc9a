import type { Channel, Reaction } from "@atoll/contract/chat/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { counted, countPeople } from "../../../lib/counted.ts";
import type { Stream } from "../stream/stream.ts";

const maxNamed = 10;

interface Known {
  channel: Channel | undefined;
  stream: Stream | undefined;
  /** Asked for by name. */
  people?: readonly Person[] | undefined;
}

/** Returns the names of the people who reacted. Those whose names are not cached are counted. */
export function reactorNames({ userIds, count }: Reaction, viewerId: string, known: Known): string {
  const names = new Map<string, string>();
  for (const peer of known.channel?.peers ?? []) names.set(peer.id, authorName(peer));
  for (const { author } of known.stream?.messages ?? []) names.set(author.id, authorName(author));
  for (const person of known.people ?? []) names.set(person.id, authorName(person));
  names.set(viewerId, "You");
  const named = userIds.flatMap((id) => names.get(id) ?? []).slice(0, maxNamed);
  const rest = count - named.length;
  if (named.length === 0) return countPeople(rest);
  const others = rest === 0 ? [] : [othersInWords(rest)];
  return new Intl.ListFormat("en-GB").format([...named, ...others]);
}

/** Those who reacted and are not named. */
export function othersInWords(count: number): string {
  return counted(count, "other");
}
