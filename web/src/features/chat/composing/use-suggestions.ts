import type { Channel, Member } from "@atoll/contract/chat/schemas";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { authorName, isGroup } from "../channel-title.ts";
import { useChat } from "../chat-provider.tsx";
import { findEmoji, loadEmojiNames } from "./emoji-names.ts";
import { findPeople } from "./find-people.ts";
import type { Trigger } from "./find-trigger.ts";

/** One line of the list: what is shown, and what it puts into the text. */
export type Suggestion =
  | { kind: "person"; key: string; title: string; detail: string; person: Member }
  | { kind: "all"; key: string; title: string; detail: string }
  | { kind: "emoji"; key: string; title: string; detail: string; emoji: string };

const maxSuggestions = 8;
/** Fewer people leave the calls of everyone in sight. */
const maxPeople = 6;

/** What fits to what is being written after an @ or a colon. */
export function useSuggestions(
  trigger: Trigger | null,
  channel: Channel | undefined,
  people: readonly Member[],
): readonly Suggestion[] {
  const { viewer } = useChat();
  const { data: emoji } = useQuery({
    queryKey: ["chat", "emoji names"],
    queryFn: loadEmojiNames,
    enabled: trigger?.kind === "emoji",
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { kind, query = "" } = trigger ?? {};
  return useMemo(() => {
    if (kind === "mention") {
      const others = people.filter(({ id, isFormer }) => id !== viewer.id && !isFormer);
      const found = findPeople(others, query, maxPeople).map(ofPerson);
      return [...found, ...callsOfAll(query, channel)];
    }
    return kind === "emoji" ? findEmoji(emoji ?? [], query, maxSuggestions).map(ofEmoji) : [];
  }, [kind, query, channel, people, emoji, viewer.id]);
}

function ofPerson(person: Member): Suggestion {
  return { kind: "person", key: person.id, title: authorName(person), detail: person.email, person };
}

function ofEmoji({ emoji, name }: { emoji: string; name: string }): Suggestion {
  return { kind: "emoji", key: name, title: `:${name}:`, detail: "", emoji };
}

/** In a chat of two there is nobody else to call. */
function callsOfAll(query: string, channel: Channel | undefined): Suggestion[] {
  if (!channel || (channel.type === "DIRECT" && !isGroup(channel))) return [];
  return [
    { name: "channel", detail: "Everyone in this channel" },
    { name: "here", detail: "Everyone who is here now" },
  ]
    .filter(({ name }) => name.startsWith(query.toLowerCase()))
    .map(({ name, detail }) => ({ kind: "all", key: name, title: `@${name}`, detail }));
}
