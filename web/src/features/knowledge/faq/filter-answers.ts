import type { FaqAnswer } from "@atoll/contract/knowledge/faq-schemas";
import { compareNames } from "../../../lib/compare-names.ts";

/** Which answers are looked at: a category by its name, all of them, or a list of its own. */
export type FaqView = { kind: "all" | "stale" | "community" } | { kind: "category"; name: string };

/** Without case and accents, as people type. */
function foldText(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The answers of a view that hold every word; those with all words in the question come first. */
export function filterAnswers(
  answers: readonly FaqAnswer[],
  view: FaqView,
  text: string,
  now: Date,
): FaqAnswer[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  const inView = answers.filter((answer) => isInView(answer, view, now));
  if (words.length === 0) return inView;
  const found = inView.flatMap((answer) => {
    const title = foldText(answer.title);
    const all = `${title} ${foldText(`${answer.answer} ${answer.tags.join(" ")} ${answer.category} ${answer.owner.name}`)}`;
    if (!words.every((word) => all.includes(word))) return [];
    return [{ answer, isInTitle: words.every((word) => title.includes(word)) }];
  });
  return [...found.filter((one) => one.isInTitle), ...found.filter((one) => !one.isInTitle)].map(
    ({ answer }) => answer,
  );
}

/** Answers that hold some of the words, the most first: for what nothing fits. */
export function closeAnswers(answers: readonly FaqAnswer[], text: string, count: number): FaqAnswer[] {
  const words = foldText(text)
    .split(/\s+/)
    .filter((word) => word.length > 2);
  return answers
    .map((answer) => {
      const title = foldText(answer.title);
      const all = foldText(`${answer.title} ${answer.answer}`);
      const held = words.filter((word) => all.includes(word)).length;
      return { answer, score: held + words.filter((word) => title.includes(word)).length };
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, count)
    .map(({ answer }) => answer);
}

export function isInView(answer: FaqAnswer, view: FaqView, now: Date): boolean {
  if (view.kind === "category") return answer.category === view.name;
  if (view.kind === "stale") return answer.reviewAt !== null && Date.parse(answer.reviewAt) <= now.getTime();
  if (view.kind === "community") return answer.origin !== null;
  return true;
}

/** The categories with how many answers each has, by name; answers without one are in none. */
export function countCategories(answers: readonly FaqAnswer[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { category } of answers)
    if (category !== "") counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((one, other) => compareNames(one.name, other.name));
}

/** Returns where a title has the words that were searched for. Folding keeps the length of what people type in titles. */
export function marksIn(title: string, text: string): [start: number, end: number][] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  const folded = foldText(title);
  if (words.length === 0 || folded.length !== title.length) return [];
  const marked = new Array<boolean>(title.length).fill(false);
  for (const word of words)
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      marked.fill(true, at, at + word.length);
  const marks: [start: number, end: number][] = [];
  for (const [at, isMarked] of marked.entries()) {
    const last = marks.at(-1);
    if (!isMarked) continue;
    if (last?.[1] === at) last[1] = at + 1;
    else marks.push([at, at + 1]);
  }
  return marks;
}
