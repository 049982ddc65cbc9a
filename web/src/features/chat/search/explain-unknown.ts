import { explainOperators, isDay } from "../../../lib/search-operators.ts";

/** Returns the part of a query that looks like an operator but is none, with an explanation. Pure. */
export function explainUnknown(query: string): string | null {
  return explainOperators(query, wanted, fits);
}

const wanted: Readonly<Record<string, string>> = {
  from: "a name, as from:me",
  in: "a channel or a chat, as in:general",
  before: "a day, as before:2026-11-01",
  after: "a day, as after:2026-11-01",
  has: "has:file or has:link",
  is: "is:starred",
};

function fits(name: string, value: string): boolean {
  const word = name.toLowerCase();
  if (word === "from" || word === "in") return value.replace(/^[#@]\s*/, "").trim() !== "";
  if (word === "before" || word === "after") return isDay(value);
  return /^(has:(file|link)|is:starred)$/i.test(`${word}:${value}`);
}
