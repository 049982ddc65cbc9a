import type { Person } from "@atoll/contract/people/schemas";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { authorName } from "../../people/author-name.ts";
import { findPeople } from "../../people/find-people.ts";
import { findEmoji, loadEmojiNames } from "../emoji/emoji-names.ts";
import type { Trigger } from "./find-trigger.ts";

/** One line of the list: what is shown, and what it puts into the text. */
export type Suggestion =
  | { kind: "person"; key: string; title: string; detail: string; person: Person }
  | { kind: "all"; key: string; title: string; detail: string }
  | { kind: "emoji"; key: string; title: string; detail: string; emoji: string }
  | { kind: "command"; key: string; title: string; detail: string };

/** A word that calls everyone there. */
export interface CallOfAll {
  name: string;
  detail: string;
}

/** A command as its list shows it. */
export interface CommandHelp {
  name: string;
  /** The words that it takes. */
  usage: string;
  help: string;
}

/** The people who can be mentioned in a field. */
export interface Callable {
  people: readonly Person[];
  callsOfAll: readonly CallOfAll[];
  /** The commands that a text can start with, in a field that takes some. */
  commands?: readonly CommandHelp[] | undefined;
}

const maxSuggestions = 8;
/** Fewer people leave the calls of everyone in sight. */
const maxPeople = 6;

/** Returns suggestions for the text after an @, a colon or a slash. */
export function useSuggestions(
  trigger: Trigger | null,
  { people, callsOfAll, commands }: Callable,
): readonly Suggestion[] {
  const { viewer } = useSignedIn();
  const { data: emoji } = useQuery({
    queryKey: ["emoji names"],
    queryFn: loadEmojiNames,
    enabled: trigger?.kind === "emoji",
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { kind, query = "" } = trigger ?? {};
  return useMemo(() => {
    if (kind === "mention") {
      const others = people.filter(({ id, isFormer }) => id !== viewer.id && !isFormer);
      const calls = matching(callsOfAll, query);
      // A person who types @here does not mean someone with a similar name.
      const found = findPeople(others, query, maxPeople, calls.length === 0);
      return [...found.map(ofPerson), ...calls];
    }
    if (kind === "command")
      return (commands ?? []).filter(({ name }) => name.startsWith(query.toLowerCase())).map(ofCommand);
    return kind === "emoji" ? findEmoji(emoji ?? [], query, maxSuggestions).map(ofEmoji) : [];
  }, [kind, query, callsOfAll, commands, people, emoji, viewer.id]);
}

function ofPerson(person: Person): Suggestion {
  return { kind: "person", key: person.id, title: authorName(person), detail: person.email, person };
}

function ofEmoji({ emoji, name }: { emoji: string; name: string }): Suggestion {
  return { kind: "emoji", key: name, title: `:${name}:`, detail: "", emoji };
}

function ofCommand({ name, usage, help }: CommandHelp): Suggestion {
  return {
    kind: "command",
    key: name,
    title: `/${name}`,
    detail: usage === "" ? help : `${help} · ${usage}`,
  };
}

function matching(calls: readonly CallOfAll[], query: string): Suggestion[] {
  return calls
    .filter(({ name }) => name.startsWith(query.toLowerCase()))
    .map(({ name, detail }) => ({ kind: "all", key: name, title: `@${name}`, detail }));
}
