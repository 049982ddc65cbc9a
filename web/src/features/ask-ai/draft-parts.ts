import { type Inline, readAnswer } from "./answer-blocks.ts";

/** A task as the language model proposes it, with the passage that it comes from. */
export interface DraftedTask {
  title: string;
  sourceNumber: number | undefined;
}

/** The prompt asks for ten; a language model may not count. */
const mostTasks = 20;

/** The items of a draft's lists, each once, and at most 20. */
export function draftedTasks(text: string): DraftedTask[] {
  const items = readAnswer(text).flatMap((block) => (block.kind === "list" ? block.items : []));
  const tasks = items.map(({ parts }) => ({
    title: wordsOf(parts).replace(/\.$/, ""),
    sourceNumber: parts.find((part) => part.kind === "source")?.number,
  }));
  const known = new Set([""]);
  const named = tasks.filter(({ title }) => !known.has(title) && known.add(title));
  return named.slice(0, mostTasks);
}

/** The first line of a draft is the title of the announcement, whatever the language model put around it. */
export function draftedAnnouncement(text: string): { title: string; content: string } {
  const [first = "", ...rest] = withoutSources(text).trim().split("\n");
  const title = first
    .replace(/^(?:(?:#+|title:|\*\*)\s*)+/i, "")
    .replaceAll("**", "")
    .trim();
  return { title, content: rest.join("\n").trim() };
}

/** An answer without the numbers of its sources. */
export function withoutSources(text: string): string {
  return text.replaceAll(/[^\S\n]*\[(?:\d{1,3}|\?)\]/g, "");
}

function wordsOf(parts: readonly Inline[]): string {
  return parts
    .map((part) => ("text" in part ? part.text : ""))
    .join("")
    .replaceAll(/\s+/g, " ")
    .trim();
}
