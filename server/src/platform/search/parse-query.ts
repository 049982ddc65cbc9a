/** A word or a quoted phrase that a message must contain, at `start` to `end` of the query. */
export interface Term {
  text: string;
  start: number;
  end: number;
}

/** A parsed search query. */
export interface ParsedQuery {
  terms: Term[];
  /** Words that a result must not contain. */
  excluded: string[];
  /** Names of authors, `me` for the searcher: one of them has to fit. */
  from: string[];
  /** Names of chats: one of them has to fit. */
  in: string[];
  /** The days (YYYY-MM-DD) before and after which a message was written. */
  before: string | undefined;
  after: string | undefined;
  hasFile: boolean;
  hasLink: boolean;
  isStarred: boolean;
  /** From `is:`. One of them has to match. */
  kinds: string[];
  /** The parts of the query that are operators and not words, by position. */
  operators: { start: number; end: number }[];
}

/** A minus, an operator, and a value: in quotes, which somebody may still be typing, or up to the next space. */
const piece = /(-?)(?:(from|in|before|after|has|is)[:：])?(?:["“”]([^"“”]*)(?:["“”]|$)|(\S+))/giu;

/**
 * Reads a query: `from:`, `in:`, `before:`, `after:`, `has:file`, `has:link`, `is:starred`, "phrases", -words and
 * words; and `is:` with one of the kinds. It takes everything: an operator that makes no sense, as `before:soon`, is a word like any other.
 */
export function parseQuery(query: string, kinds: readonly string[] = []): ParsedQuery {
  const parsed: ParsedQuery = {
    terms: [],
    excluded: [],
    from: [],
    in: [],
    before: undefined,
    after: undefined,
    hasFile: false,
    hasLink: false,
    isStarred: false,
    kinds: [],
    operators: [],
  };
  for (const match of query.matchAll(piece)) {
    const [whole, minus, operator, quoted, bare] = match;
    const value = (quoted ?? bare ?? "").trim();
    if (operator && !minus && applyOperator(parsed, operator.toLowerCase(), value, kinds)) {
      parsed.operators.push({ start: match.index, end: match.index + whole.length });
      continue;
    }
    // Command-line options start with two dashes, and a dash may be on its own.
    const isLiteral = operator !== undefined || bare?.startsWith("-");
    const isExcluded = minus !== "" && (operator !== undefined || !isLiteral);
    const text = isLiteral ? whole.slice(isExcluded ? 1 : 0).trim() : value;
    if (text === "") continue;
    if (isExcluded) parsed.excluded.push(text);
    else parsed.terms.push({ text, start: match.index, end: match.index + whole.length });
  }
  return parsed;
}

/** The query with some of its terms replaced, by their places in `terms`. */
export function replaceTerms(
  query: string,
  terms: readonly Term[],
  replacements: ReadonlyMap<number, string>,
): string {
  let replaced = "";
  let from = 0;
  for (const [index, { start, end }] of terms.entries()) {
    replaced += query.slice(from, start) + (replacements.get(index) ?? query.slice(start, end));
    from = end;
  }
  return replaced + query.slice(from);
}

const flags = new Map<string, "hasFile" | "hasLink" | "isStarred">([
  ["has:file", "hasFile"],
  ["has:link", "hasLink"],
  ["is:starred", "isStarred"],
]);

/** Answers whether the operator makes sense with this value. */
function applyOperator(
  parsed: ParsedQuery,
  operator: string,
  value: string,
  kinds: readonly string[],
): boolean {
  const kind = operator === "is" ? kinds.find((name) => isCalled(name, value)) : undefined;
  if (kind !== undefined) {
    parsed.kinds.push(kind);
    return true;
  }
  const flag = flags.get(`${operator}:${value.toLowerCase()}`);
  if (flag) parsed[flag] = true;
  if (operator === "has" || operator === "is") return flag !== undefined;
  if (operator === "from" || operator === "in") {
    // Written as it is shown: #general, @Ana.
    const name = value.replace(/^[#@]\s*/, "");
    if (name !== "") parsed[operator].push(name);
    return name !== "";
  }
  if (!isDay(value)) return false;
  if (operator === "before" && (parsed.before === undefined || value < parsed.before)) parsed.before = value;
  if (operator === "after" && (parsed.after === undefined || value > parsed.after)) parsed.after = value;
  return true;
}

/** In the singular or the plural, as people say it. */
function isCalled(kind: string, value: string): boolean {
  const word = value.toLowerCase();
  return word === kind || word === `${kind}s` || (kind === "person" && word === "people");
}

function isDay(value: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(value)) return false;
  const at = new Date(`${value}T00:00:00Z`);
  // `Date` reads a date that does not exist, such as 31 June, as another one.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}
