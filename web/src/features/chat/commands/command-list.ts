import { commandRoutes } from "@atoll/contract/commands/routes";
import { peopleRoutes } from "@atoll/contract/people/routes";
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

/** Lists the commands that come with Atoll and those of programs, which are left out while they cannot be fetched. */
export async function fetchCommands(): Promise<readonly CommandHelp[]> {
  const ofPrograms = await call(commandRoutes.listCommands, {}).catch(() => ({ commands: [] }));
  return [...builtIn, ...ofPrograms.commands];
}

const found = 20;

/** Finds colleagues for a command by their names, in the shape of a page of members. More of them need more letters. */
export async function findColleagues(name: string, signal: AbortSignal) {
  const { people } = await call(peopleRoutes.searchPeople, { query: { name, limit: found } }, { signal });
  return { items: people, nextCursor: people.length < found ? null : "more" };
}
