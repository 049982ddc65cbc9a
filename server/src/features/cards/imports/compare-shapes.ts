import type { ShapeChange, ThingChange } from "@atoll/contract/cards/api-schemas";
import { shareLoop } from "../../../platform/turns/share-loop.ts";
import type { Column, Parts, Shape, VersionThing } from "./parsed-file.ts";

const mostWords = 8;

/** Returns what breaks from one version to the next, in words. Empty when nothing does. */
export function findBreaks(before: Shape, after: Shape): string {
  const found = compareShapes(before, after).filter(({ breaks }) => breaks);
  const more = found.length - mostWords;
  const said = found
    .slice(0, mostWords)
    .map(({ direction, words }) => (direction === "column" ? `column ${words}` : `${direction}: ${words}`));
  return [...said, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

/** Returns what is different from one file to the next, the breaking things first. */
export async function compareThings(
  before: readonly VersionThing[],
  after: readonly VersionThing[],
): Promise<ThingChange[]> {
  const [old, now] = [before, after].map((things) => new Map(things.map((thing) => [thing.key, thing])));
  const yieldToLoop = shareLoop();
  const found: ThingChange[] = [];
  for (const { key, title, shape } of after) {
    await yieldToLoop();
    const former = old?.get(key);
    const changes = former ? compareShapes(former.shape, shape) : [];
    if (!former) found.push({ key, title, kind: "added", changes });
    else if (changes.length > 0) found.push({ key, title, kind: "changed", changes });
  }
  const gone = before
    .filter(({ key }) => !now?.has(key))
    .map(({ key, title }): ThingChange => ({ key, title, kind: "gone", changes: [] }));
  return [...found, ...gone].toSorted((a, b) => weightOf(b) - weightOf(a));
}

/** An addition breaks nobody; a removal breaks everybody. */
function weightOf({ kind, changes }: ThingChange): number {
  if (kind === "gone") return 3;
  if (changes.some(({ breaks }) => breaks)) return 2;
  return kind === "changed" ? 1 : 0;
}

/**
 * Compares two versions of one thing. A request breaks who calls, when more is asked of them; an answer breaks who reads
 * it, when they get less.
 */
function compareShapes(before: Shape, after: Shape): ShapeChange[] {
  if ("columns" in before) return "columns" in after ? columnChanges(before.columns, after.columns) : [];
  if ("columns" in after) return [];
  return [...requestChanges(before.request, after.request), ...answerChanges(before.answer, after.answer)];
}

function requestChanges(before: Parts, after: Parts): ShapeChange[] {
  const of = (words: string, breaks: boolean): ShapeChange => ({ direction: "request", words, breaks });
  return [
    ...Object.entries(after).flatMap(([name, part]) => {
      const old = before[name];
      if (part.isRequired && !old?.isRequired) return [of(`${name} is required now`, true)];
      if (!old) return [of(`${name} is new`, false)];
      const looser = old.isRequired && !part.isRequired ? [of(`${name} is optional now`, false)] : [];
      return [
        ...looser,
        ...(old.type === part.type
          ? []
          : [of(`${name} was ${old.type}, is ${part.type}`, isNarrower(old.type, part.type))]),
      ];
    }),
    ...Object.keys(before)
      .filter((name) => !after[name])
      .map((name) => of(`${name} is no longer read`, false)),
  ];
}

function answerChanges(before: Parts, after: Parts): ShapeChange[] {
  const of = (words: string, breaks: boolean): ShapeChange => ({ direction: "answer", words, breaks });
  return [
    ...Object.entries(before).flatMap(([name, old]) => {
      const part = after[name];
      if (!part) return [of(`${name} is gone`, true)];
      if (old.isRequired && !part.isRequired) return [of(`${name} may be missing now`, true)];
      const surer = !old.isRequired && part.isRequired ? [of(`${name} is always there now`, false)] : [];
      return [
        ...surer,
        ...(old.type === part.type
          ? []
          : [of(`${name} was ${old.type}, is ${part.type}`, isNarrower(part.type, old.type))]),
      ];
    }),
    ...Object.keys(after)
      .filter((name) => !before[name])
      .map((name) => of(`${name} is new`, false)),
  ];
}

/** Whether what fitted `from` may not fit `to`. An integer is a number, and everything fits "any". */
function isNarrower(from: string, to: string): boolean {
  if (from === to || to === "any") return false;
  return !(from.startsWith("integer") && to.startsWith("number"));
}

function columnChanges(before: readonly Column[], after: readonly Column[]): ShapeChange[] {
  const of = (words: string, breaks: boolean): ShapeChange => ({ direction: "column", words, breaks });
  const [old, now] = [before, after].map((columns) => new Map(columns.map((one) => [one.name, one])));
  return [
    ...before.flatMap(({ name, type }) => {
      const column = now?.get(name);
      if (!column) return [of(`${name} is gone`, true)];
      return column.type === type ? [] : [of(`${name} was ${type}, is ${column.type}`, true)];
    }),
    ...after.filter(({ name }) => !old?.has(name)).map(({ name }) => of(`${name} is new`, false)),
  ];
}
