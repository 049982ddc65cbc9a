import type { Column, Parts, Shape } from "./parsed-file.ts";

const mostWords = 8;

/**
 * Returns what breaks from one version to the next, by its direction: a request breaks who calls, an answer breaks who
 * reads it. Empty when nothing does.
 */
export function findBreaks(before: Shape, after: Shape): string {
  const found =
    "columns" in before
      ? "columns" in after
        ? columnBreaks(before.columns, after.columns)
        : []
      : "columns" in after
        ? []
        : [...requestBreaks(before.request, after.request), ...answerBreaks(before.answer, after.answer)];
  const more = found.length - mostWords;
  return [...found.slice(0, mostWords), ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

function requestBreaks(before: Parts, after: Parts): string[] {
  return Object.entries(after).flatMap(([name, part]) => {
    const old = before[name];
    if (part.isRequired && !old?.isRequired) return [`request: ${name} is required now`];
    return old && isNarrower(old.type, part.type)
      ? [`request: ${name} was ${old.type}, is ${part.type}`]
      : [];
  });
}

function answerBreaks(before: Parts, after: Parts): string[] {
  return Object.entries(before).flatMap(([name, old]) => {
    const part = after[name];
    if (!part) return [`answer: ${name} is gone`];
    if (old.isRequired && !part.isRequired) return [`answer: ${name} may be missing now`];
    return isNarrower(part.type, old.type) ? [`answer: ${name} was ${old.type}, is ${part.type}`] : [];
  });
}

/** Whether what fitted `from` may not fit `to`. An integer is a number, and everything fits "any". */
function isNarrower(from: string, to: string): boolean {
  if (from === to || to === "any") return false;
  return !(from.startsWith("integer") && to.startsWith("number"));
}

function columnBreaks(before: readonly Column[], after: readonly Column[]): string[] {
  return before.flatMap((old) => {
    const column = after.find(({ name }) => name === old.name);
    if (!column) return [`column ${old.name} is gone`];
    return column.type === old.type ? [] : [`column ${old.name} was ${old.type}, is ${column.type}`];
  });
}
