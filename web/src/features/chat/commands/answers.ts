import type { ProgramButton } from "@atoll/contract/chat/schemas";
import type { ProgramAnswer } from "@atoll/contract/commands/schemas";
import { oneEach, type SignedIn } from "../../../lib/signed-in.ts";
import { writingPlace } from "../stream/writing-place.ts";

/** An answer to a command, which only the person who gave the command sees. It is gone after a reload. */
export interface CommandAnswer {
  id: string;
  text: string;
  isError?: boolean;
  /** The words that were refused. The answer is shown while they are in the field. */
  ofText?: string;
  link?: { href: string; label: string };
  actions?: readonly AnswerAction[];
  /** By a program: its text is Markdown. */
  isOfProgram?: true;
  buttons?: readonly ProgramButton[];
}

export interface AnswerAction {
  /** Tells actions with the same words apart. */
  id: string;
  label: string;
  /** Returns the answer that takes the place of this one; nothing removes it. */
  run: () => Promise<Omit<CommandAnswer, "id"> | undefined>;
}

/** An older answer goes when there are more. */
const maxAnswers = 5;

const noAnswers: readonly CommandAnswer[] = [];

/** The answers of each place where messages are written, as long as the page is open. */
export const answersOf = oneEach((signedIn) => {
  // A program's answer reaches all devices of the person.
  signedIn.onEnd(signedIn.realtime.on("command.answered", (answer) => takeProgramAnswer(signedIn, answer)));
  const byPlace = new Map<string, readonly CommandAnswer[]>();
  const listeners = new Set<() => void>();
  function set(place: string, answers: readonly CommandAnswer[]): void {
    byPlace.set(place, answers);
    for (const listener of listeners) listener();
  }
  const of = (place: string) => byPlace.get(place) ?? noAnswers;
  return {
    of,
    /** Adds an answer, or replaces the one with the same ID. */
    put(place: string, answer: CommandAnswer): void {
      set(place, [...of(place).filter(({ id }) => id !== answer.id), answer].slice(-maxAnswers));
    },
    remove(place: string, id: string): void {
      set(
        place,
        of(place).filter((answer) => answer.id !== id),
      );
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
});

/** Shows what a program answered to the viewer alone, or takes it away. The same answer may come twice. */
export function takeProgramAnswer(
  signedIn: SignedIn,
  { id, channelId, parentId, content, buttons }: ProgramAnswer,
): void {
  const place = writingPlace(channelId, parentId);
  if (content === null) answersOf(signedIn).remove(place, id);
  else answersOf(signedIn).put(place, { id, text: content, isOfProgram: true, buttons });
}

const command = /^\/(\p{L}[\p{L}\p{N}_-]{0,31})(?=\s|$)/u;

/** Returns the name of the command that a text starts with. Null for other texts, such as a path: `/etc/hosts`. */
export function commandIn(text: string): string | null {
  return command.exec(text)?.[1]?.toLowerCase() ?? null;
}
