import { AppError } from "../../../platform/app-error.ts";

const operators = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le", "pr"] as const;
type Operator = (typeof operators)[number];
export type FilterValue = string | number | boolean | null;

/** A filter of RFC 7644, section 3.4.2.2, as a tree. Attribute names are in lower case, without their schema. */
export type Filter =
  | { kind: "and" | "or"; left: Filter; right: Filter }
  | { kind: "not"; inner: Filter }
  | { kind: "compare"; attribute: string; operator: Operator; value: FilterValue }
  /** `emails[type eq "work"]`, also with an attribute behind it that is compared. */
  | { kind: "value"; attribute: string; inner: Filter };

/** The path of a PATCH operation: `attribute[filter].sub`, in a schema that is not the resource's own. */
export interface ScimPath {
  schema: string | undefined;
  attribute: string | undefined;
  filter: Filter | undefined;
  sub: string | undefined;
}

/** Deeper nesting, or more comparisons, no directory sends. */
const maxDepth = 20;
const maxTerms = 50;

/**
 * Parses a filter. Its length is limited by the caller; every step consumes input.
 * @throws {AppError} `scim_filter_invalid`.
 */
export function parseFilter(text: string): Filter {
  const reader = new Reader(text, "scim_filter_invalid");
  const filter = reader.either(0);
  reader.end();
  return filter;
}

/**
 * Parses a path. Directories write the schema in front of an attribute, or leave it out.
 * @throws {AppError} `scim_path_invalid`.
 */
export function parsePath(text: string): ScimPath {
  const { schema, rest } = splitSchema(text.trim());
  if (rest === "" && schema) return { schema, attribute: undefined, filter: undefined, sub: undefined };
  const reader = new Reader(rest, "scim_path_invalid");
  const path = reader.path();
  reader.end();
  return { schema, ...path };
}

/** A name of an attribute may begin with its schema, whose version has a dot. */
function splitSchema(text: string): { schema: string | undefined; rest: string } {
  const known = /^(urn:ietf:params:scim:schemas:[a-z0-9:]+:\d\.\d:(?:user|group))(?::|$)/i.exec(text);
  if (known) return { schema: known[1], rest: text.slice(known[0].length) };
  // A schema of the company itself: up to the last colon.
  const own = /^(urn:[\w.:-]+):(?=[A-Za-z$])/i.exec(text);
  return own ? { schema: own[1], rest: text.slice(own[0].length) } : { schema: undefined, rest: text };
}

const word = /[A-Za-z$][\w$-]*/y;
const attributePath = /(?:urn:[\w.:-]+:)?[A-Za-z$][\w$-]*(?:\.[A-Za-z$][\w$-]*)?/y;
const literal = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null/iy;

class Reader {
  #at = 0;
  #terms = 0;
  readonly #text: string;
  readonly #code: "scim_filter_invalid" | "scim_path_invalid";

  constructor(text: string, code: "scim_filter_invalid" | "scim_path_invalid") {
    this.#text = text;
    this.#code = code;
  }

  either(depth: number): Filter {
    let left = this.#both(depth);
    while (this.#keyword("or")) left = { kind: "or", left, right: this.#both(depth) };
    return left;
  }

  path(): Omit<ScimPath, "schema"> {
    const attribute = this.#match(word) ?? this.#fail();
    const filter = this.#take("[") ? this.#inBrackets(0) : undefined;
    const sub = this.#take(".") ? (this.#match(word) ?? this.#fail()) : undefined;
    return { attribute, filter, sub };
  }

  end(): void {
    this.#space();
    if (this.#at < this.#text.length) this.#fail();
  }

  #both(depth: number): Filter {
    let left = this.#one(depth);
    while (this.#keyword("and")) left = { kind: "and", left, right: this.#one(depth) };
    return left;
  }

  #one(depth: number): Filter {
    if (depth > maxDepth) this.#fail();
    const isNot = this.#keyword("not");
    this.#space();
    if (this.#take("(")) {
      const inner = this.either(depth + 1);
      this.#space();
      if (!this.#take(")")) this.#fail();
      return isNot ? { kind: "not", inner } : inner;
    }
    if (isNot) this.#fail();
    return this.#comparison(depth);
  }

  #comparison(depth: number): Filter {
    this.#terms += 1;
    if (this.#terms > maxTerms) this.#fail();
    const whole = this.#match(attributePath) ?? this.#fail();
    const attribute = splitSchema(whole).rest.toLowerCase();
    if (this.#take("[")) return this.#valuePath(attribute, this.#inBrackets(depth + 1));
    this.#space();
    return this.#compare(attribute);
  }

  /** Some directories compare what a value path selects: `emails[type eq "work"].value eq "a@example.com"`. */
  #valuePath(attribute: string, inner: Filter): Filter {
    if (!this.#take(".")) return { kind: "value", attribute, inner };
    const sub = (this.#match(word) ?? this.#fail()).toLowerCase();
    this.#space();
    return { kind: "value", attribute, inner: { kind: "and", left: inner, right: this.#compare(sub) } };
  }

  #compare(attribute: string): Filter {
    const name = (this.#match(word) ?? this.#fail()).toLowerCase();
    const operator = operators.find((one) => one === name) ?? this.#fail();
    if (operator === "pr") return { kind: "compare", attribute, operator, value: null };
    this.#space();
    const text = this.#match(literal) ?? this.#fail();
    return { kind: "compare", attribute, operator, value: this.#value(text) };
  }

  #value(text: string): FilterValue {
    try {
      // Directories also write True and False.
      return JSON.parse(text.startsWith('"') ? text : text.toLowerCase()) as FilterValue;
    } catch {
      return this.#fail();
    }
  }

  #inBrackets(depth: number): Filter {
    const inner = this.either(depth + 1);
    this.#space();
    if (!this.#take("]")) this.#fail();
    return inner;
  }

  #keyword(name: string): boolean {
    this.#space();
    const part = this.#text.slice(this.#at, this.#at + name.length);
    const next = this.#text[this.#at + name.length];
    if (part.toLowerCase() !== name || (next !== undefined && next !== " " && next !== "(")) return false;
    this.#at += name.length;
    return true;
  }

  #space(): void {
    while (this.#text[this.#at] === " ") this.#at += 1;
  }

  #take(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #fail(): never {
    throw new AppError(this.#code);
  }
}

/** Returns whether a value of a multi-valued attribute, such as one email, matches. Texts compare in any case. */
export function matches(filter: Filter, item: Readonly<Record<string, unknown>>): boolean {
  switch (filter.kind) {
    case "and":
      return matches(filter.left, item) && matches(filter.right, item);
    case "or":
      return matches(filter.left, item) || matches(filter.right, item);
    case "not":
      return !matches(filter.inner, item);
    case "value":
      return false;
    default: {
      const key = Object.keys(item).find((name) => name.toLowerCase() === filter.attribute);
      return holds(filter.operator, plain(key === undefined ? null : item[key]), plain(filter.value));
    }
  }
}

function holds(operator: Operator, actual: string | null, wanted: string | null): boolean {
  if (operator === "pr") return actual !== null && actual !== "";
  if (operator === "ne") return actual !== wanted;
  if (actual === null || wanted === null) return operator === "eq" && actual === wanted;
  const compare: Record<Exclude<Operator, "pr" | "ne">, boolean> = {
    eq: actual === wanted,
    co: actual.includes(wanted),
    sw: actual.startsWith(wanted),
    ew: actual.endsWith(wanted),
    gt: actual > wanted,
    ge: actual >= wanted,
    lt: actual < wanted,
    le: actual <= wanted,
  };
  return compare[operator];
}

function plain(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  // A filter names no object: it is present, and equal to nothing.
  return typeof value === "object" ? "{}" : String(value).toLowerCase();
}
