import { explainOperators, isDay, operatorPiece } from "../../../lib/search-operators.ts";

/** An operator in the query: its text and its effect. The server parses it. */
export interface Operator {
  name: string;
  /** As an example. */
  example: string;
  /** The text that selecting it inserts into the field. */
  written: string;
  does: string;
}

/**
 * Pure: the operators with examples that mean something at this company on this day. Without a channel or a department
 * to name, `in:` is left out.
 */
export function operatorsOf(placeName: string | undefined, today: string): readonly Operator[] {
  const month = `${today.slice(0, 8)}01`;
  const place = placeName && (/\s/.test(placeName) ? `"${placeName}"` : placeName);
  return [
    {
      name: "from",
      example: "from:me",
      written: "from:",
      does: "Written or owned by you, or by anyone you name",
    },
    ...(place
      ? [{ name: "in", example: `in:${place}`, written: "in:", does: "In a channel or a department" }]
      : []),
    { name: "is", example: "is:task", written: "is:", does: "A kind, such as is:message, or is:starred" },
    { name: "has", example: "has:file", written: "has:file ", does: "With a file, or has:link with a link" },
    { name: "before", example: `before:${month}`, written: "before:", does: "Before a day" },
    { name: "after", example: `after:${month}`, written: "after:", does: "After a day" },
    { name: "", example: '"exact words"', written: '"', does: "These words, one after the other" },
    { name: "", example: "-without", written: "-", does: "Without a word" },
  ];
}

/** The parts of the query that the field shows as tokens and as text. */
export interface SplitQuery {
  tokens: string[];
  text: string;
}

/**
 * Pure: takes the operators out of a query. One at its end that no space follows is still being typed, and stays text
 * unless `isWhole`.
 */
export function splitQuery(query: string, isWhole: boolean): SplitQuery {
  const tokens: string[] = [];
  const text = query.replace(
    operatorPiece,
    (whole, minus: string, name: string, quoted, bare, at: number) => {
      const isEnd = at + whole.length === query.length;
      const isClosed = quoted !== undefined && /["“”]$/.test(whole);
      if (minus || !isOperator(name, quoted ?? bare) || (isEnd && !isWhole && !isClosed)) return whole;
      tokens.push(whole);
      return "";
    },
  );
  return { tokens, text: tokens.length > 0 ? text.replace(/\s+/g, " ").trimStart() : text };
}

/** Pure: the query without an operator at its end that has no value yet, which finds nothing. */
export function withoutUnfinished(query: string): string {
  return query.replace(/(^|\s)-?(from|in|is|has|before|after):"?$/i, "$1").trim();
}

/** The query that they are together. */
export function joinQuery({ tokens, text }: SplitQuery): string {
  return [...tokens, text.trim()].filter((part) => part !== "").join(" ");
}

const kindWords = /^(message|task|event|announcement|comment|file|channel|person)s?$|^people$|^starred$/i;

function isOperator(name: string, value: string): boolean {
  switch (name.toLowerCase()) {
    case "from":
    case "in":
      return value.replace(/^[#@]\s*/, "").trim() !== "";
    case "is":
      return kindWords.test(value);
    case "has":
      return /^(file|link)$/i.test(value);
    case "before":
    case "after":
      return isDay(value);
    default:
      return false;
  }
}

const wanted: Readonly<Record<string, string>> = {
  from: "a name, as from:me",
  in: "a channel or a department",
  is: "a kind, as is:task, or is:starred",
  has: "has:file or has:link",
  before: "a day, as before:2026-11-01",
  after: "a day, as after:2026-11-01",
};

/** Pure: what looks like an operator and is none, with the reason; it is looked for as a word. */
export const explainUnknown = (query: string): string | null => explainOperators(query, wanted, isOperator);
