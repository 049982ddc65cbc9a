import type { Channel } from "@atoll/contract/chat/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { beforeAt, wordGoesOn } from "@atoll/contract/text/word-edges";
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
  /** The people chosen from the list for this text, the last one first. */
  picked: readonly Person[];
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

/** An @ at the start of a word; in an address such as "info@ada.example" it names nobody. */
const atName = new RegExp(`(?<![${beforeAt}])@(?=[\\p{L}\\p{N}])`, "gu");
const nameGoesOn = new RegExp(`^${wordGoesOn}`, "u");

type Callable = Pick<CommandPlace, "people" | "picked">;

/** Takes the people out of a text who are named in it after an @. Each name must mean one colleague. */
export function takePeople(
  text: string,
  callable: Callable,
): { named: Person[]; rest: string } | { problem: string } {
  const times = new Map<string, number>();
  let [rest, from] = ["", 0];
  for (const { index } of text.matchAll(atName)) {
    const name = nameAt(text.slice(index + 1), callable);
    if (name === undefined) return { problem: unknown(text.slice(index)) };
    times.set(name, (times.get(name) ?? 0) + 1);
    rest += text.slice(from, index);
    from = index + 1 + name.length;
  }
  const named: Person[] = [];
  for (const [name, count] of times) {
    const meant = peopleNamed(name, count, callable);
    if ("problem" in meant) return meant;
    named.push(...meant.people);
  }
  rest += text.slice(from);
  return { named, rest: rest.replace(/\s+/g, " ").replace(/^[\s,]+|[\s,]+$/g, "") };
}

/** Takes out the person named at the start of a text. */
export function takeFirstPerson(
  text: string,
  callable: Callable,
): { person: Person; rest: string } | { problem: string } {
  const name = text.startsWith("@") ? nameAt(text.slice(1), callable) : undefined;
  if (name === undefined) return { problem: unknown(text) };
  const meant = peopleNamed(name, 1, callable);
  if ("problem" in meant) return meant;
  const [person] = meant.people;
  return person ? { person, rest: text.slice(1 + name.length).trim() } : { problem: unknown(text) };
}

function unknown(text: string): string {
  return `“${/^\S{1,40}/u.exec(text)?.[0] ?? "@"}” names nobody. Choose the person from the list after the @.`;
}

/** Returns the longest name that a text starts with, in lower case. Of "Ana" and "Ana Lima", the longer name is meant. */
function nameAt(after: string, { people, picked }: Callable): string | undefined {
  const text = after.toLowerCase();
  return [...picked, ...people]
    .map(({ name }) => name.toLowerCase())
    .filter((name) => text.startsWith(name) && !nameGoesOn.test(text.slice(name.length)))
    .toSorted((a, b) => b.length - a.length)[0];
}

/** Returns the people of a name: those picked from the list, the last ones first, or the only one who has it. */
function peopleNamed(
  name: string,
  times: number,
  { people, picked }: Callable,
): { people: readonly Person[] } | { problem: string } {
  const namesakes = (list: readonly Person[]) => [
    ...new Map(list.filter((one) => one.name.toLowerCase() === name).map((one) => [one.id, one])).values(),
  ];
  const meant = namesakes(picked).slice(0, times);
  if (meant.length > 0) return { people: meant };
  const known = namesakes(people);
  if (known.length <= 1) return { people: known };
  const emails = known.map(({ email }) => email).filter(Boolean);
  return {
    problem: `Several colleagues are named ${known[0]?.name}: ${emails.join(", ")}. Choose the one you mean from the list after the @.`,
  };
}

/** Names the person of a command, with the email if a colleague has the same name. */
export function sayPerson({ id, name, email }: Person, { people }: Pick<Callable, "people">): string {
  const hasNamesake = people.some((one) => one.id !== id && one.name.toLowerCase() === name.toLowerCase());
  return hasNamesake ? `${name} (${email})` : name;
}

/** A time in words: "Friday 4 December, 14:00". */
export function sayWhen({ at, time }: When): string {
  return time === null ? formatDay(at) : `${formatDay(at)}, ${formatTime(at)}`;
}
