import { commandRoutes } from "@atoll/contract/commands/routes";
import { peopleRoutes } from "@atoll/contract/people/routes";
import type { Person } from "@atoll/contract/people/schemas";
import { beforeAt } from "@atoll/contract/text/word-edges";
import type { CommandHelp } from "../../../capabilities/writing/field/use-suggestions.ts";
import { call } from "../../../lib/server/api-client.ts";

/** The commands that come with Atoll, in the order in which they are listed. */
export const builtIn = [
  { name: "task", usage: "title [@person] [due Friday 14:00]", help: "Create a task" },
  { name: "event", usage: "title, tomorrow at 10 [for 30 minutes] [@person]", help: "Create an event" },
  {
    name: "remind",
    usage: "me | @person | #channel, text, in 20 minutes",
    help: "Set a reminder; list shows yours",
  },
  {
    name: "poll",
    usage: '"Question" "Answer" "Answer" [multiple] [anonymous]',
    help: "Ask everyone here to vote",
  },
  { name: "topic", usage: "text", help: "Set the topic of this channel" },
  { name: "invite", usage: "@person [@person]", help: "Add people to this channel" },
  { name: "away", usage: "", help: "Set your status to away, or back" },
  { name: "ask", usage: "question", help: "Ask AI; only you see the answer" },
] as const satisfies readonly CommandHelp[];

export type BuiltInName = (typeof builtIn)[number]["name"];

/** Lists the commands that come with Atoll and those of programs, which are left out while they cannot be fetched. Guests have few. */
export async function fetchCommands(isGuest: boolean): Promise<readonly CommandHelp[]> {
  if (isGuest) return builtIn.filter(({ name }) => name === "poll" || name === "away");
  const ofPrograms = await call(commandRoutes.listCommands, {}).catch(() => ({ commands: [] }));
  return [...builtIn, ...ofPrograms.commands];
}

const found = 20;
const searchMs = 10_000;

/** Finds colleagues for a command by their names, in the shape of a page of members. More of them need more letters. */
export async function findColleagues(name: string, signal: AbortSignal) {
  const { people } = await call(peopleRoutes.searchPeople, { query: { name, limit: found } }, { signal });
  return { items: people, nextCursor: people.length < found ? null : "more" };
}

const maxNames = 20;
const namesInText = new RegExp(`(?<![${beforeAt}])@([\\p{L}\\p{N}][^@]*)`, "gu");

/**
 * Finds the colleagues that a text may name after an @, with all who have the same name. A command that is given acts on
 * these: the list that the field shows may not be there yet.
 */
export async function findNamed(text: string): Promise<readonly Person[]> {
  const names = new Set(
    [...text.matchAll(namesInText)].slice(0, maxNames).map(([, after = ""]) => after.slice(0, 100)),
  );
  const pages = await Promise.all([...names].map(findNames));
  return [...new Map(pages.flat().map((person) => [person.id, person])).values()];
}

/** Takes as many words of a name as leave few enough people who have it. */
async function findNames(after: string): Promise<Person[]> {
  const people: Person[] = [];
  const words = after.trim().split(/\s+/, 3);
  for (let count = 1; count <= words.length; count += 1) {
    const name = words
      .slice(0, count)
      .join(" ")
      .replace(/\p{P}+$/u, "");
    const page = await findColleagues(name, AbortSignal.timeout(searchMs));
    people.push(...page.items);
    if (page.nextCursor === null) break;
  }
  return people;
}
