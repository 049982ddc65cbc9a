import type { Channel } from "@atoll/contract/chat/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { formatDay, formatTime } from "../../../lib/time/format-date.ts";
import type { AnswerAction, CommandAnswer } from "./answers.ts";
import type { When } from "./read-when.ts";

/** The place of a command, which it is given with its words. */
export interface CommandPlace {
  signedIn: SignedIn;
  channelId: string;
  channel: Channel | undefined;
  parentId: string | null;
  /** Colleagues whose names the words may contain after an @. */
  people: readonly Person[];
  /** The channels that the viewer is in. */
  channels: readonly Channel[];
  now: Date;
  /** The ID of what the command creates: the same again, when the answer to the first attempt was lost. */
  id: string;
}

/** A command as it was understood, or what is missing. */
export type Understood =
  | { problem: string }
  | { says: string; act: () => Promise<Omit<CommandAnswer, "id">> };

/** An action that takes back what a command did. @param text says what is so then. */
export function undo(text: string, act: () => Promise<unknown>): AnswerAction {
  return {
    id: "undo",
    label: "Undo",
    async run() {
      await act();
      return { text };
    },
  };
}

/** Takes the people out of a text who are named in it after an @. Of "Ana" and "Ana Lima", the longer name is meant. */
export function takePeople(text: string, people: readonly Person[]): { named: Person[]; rest: string } {
  const byLength = people.toSorted((a, b) => b.name.length - a.name.length);
  const named = new Map<string, Person>();
  let rest = text;
  for (let at = rest.indexOf("@"); at >= 0; at = rest.indexOf("@", at)) {
    const after = rest.slice(at + 1).toLowerCase();
    const person = byLength.find(
      ({ name }) => after.startsWith(name.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(after.slice(name.length)),
    );
    if (person) named.set(person.id, person);
    rest = person ? rest.slice(0, at) + rest.slice(at + 1 + person.name.length) : rest;
    if (!person) at += 1;
  }
  return { named: [...named.values()], rest: rest.replace(/\s+/g, " ").replace(/^[\s,]+|[\s,]+$/g, "") };
}

/** A time in words: "Friday 4 December, 14:00". */
export function sayWhen({ at, time }: When): string {
  return time === null ? formatDay(at) : `${formatDay(at)}, ${formatTime(at)}`;
}
