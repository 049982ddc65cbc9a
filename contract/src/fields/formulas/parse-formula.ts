import { maxFormulaDepth, maxFormulaNodes, maxStoredFormula } from "../limits.ts";

/** A part of a formula, with its place in the text. */
export type FormulaNode = { from: number; to: number } & (
  | { is: "value"; value: number | string | boolean }
  /** A field by the words between its braces. */
  | { is: "field"; words: string }
  /** An operator or a function. */
  | { is: "call"; name: string; args: FormulaNode[] }
);

/** A mistake in a formula, in words for the person who writes it, and its place in the text. */
export class FormulaProblem extends Error {
  readonly from: number;
  readonly to: number;

  constructor(message: string, from: number, to: number) {
    super(message);
    this.name = "FormulaProblem";
    this.from = from;
    this.to = to;
  }
}

interface Token {
  kind: "number" | "text" | "field" | "word" | "sign" | "end";
  /** Without quotes or braces. */
  text: string;
  from: number;
  to: number;
}

/** Each alternative begins with another character, and none can match a part of itself again. */
const tokens =
  /\s+|(?<number>\d+(?:\.\d+)?)|"(?<double>(?:[^"]|"")*)"|'(?<single>(?:[^']|'')*)'|\{(?<field>[^{}]*)\}|(?<word>[A-Za-z_][A-Za-z_0-9]*)|(?<sign><=|>=|<>|!=|==|[-+*/%=<>(),;])|(?<wrong>.)/gsu;

function* readTokens(text: string): Generator<Token, undefined> {
  for (const { 0: whole, index: from, groups = {} } of text.matchAll(tokens)) {
    const to = from + whole.length;
    const { number, double, single, field, word, sign, wrong } = groups;
    const token = (kind: Token["kind"], value: string): Token => ({ kind, text: value, from, to });
    if (wrong !== undefined) throw new FormulaProblem(wordsForWrong(wrong), from, to);
    if (number !== undefined) yield token("number", number);
    else if (double !== undefined) yield token("text", double.replaceAll('""', '"'));
    else if (single !== undefined) yield token("text", single.replaceAll("''", "'"));
    else if (field !== undefined) yield token("field", field);
    else if (word !== undefined) yield token("word", word.toLowerCase());
    else if (sign !== undefined) yield token("sign", sign === ";" ? "," : sign);
  }
  return undefined;
}

function wordsForWrong(sign: string): string {
  if (sign === '"' || sign === "'") return "This text has no closing quote";
  if (sign === "{") return "This field has no closing brace";
  if (sign === "}") return "There is no opening brace before this one";
  return `“${sign}” has no meaning in a formula`;
}

/**
 * Pure: reads a formula such as `if({Budget} > 100, "large", "small")`. Its work grows with the length of the text, which
 * is limited, as are the parts of a formula and how deep they are in one another.
 * @throws {FormulaProblem}
 */
export function parseFormula(text: string): FormulaNode {
  if (text.length > maxStoredFormula)
    throw new FormulaProblem("This formula is too long", maxStoredFormula, text.length);
  const source = readTokens(text);
  let depth = 0;
  let nodes = 0;
  let next = advance();

  const node = parseAny();
  if (next.kind !== "end")
    throw problem(
      next.text === ")"
        ? "There is no opening bracket before this one"
        : expected("an operator such as + or ="),
    );
  return node;

  function advance(): Token {
    return source.next().value ?? { kind: "end", text: "", from: text.length, to: text.length };
  }

  function problem(message: string, { from, to } = next): FormulaProblem {
    return new FormulaProblem(message, from, Math.max(to, from + (from < text.length ? 1 : 0)));
  }

  function expected(what: string): string {
    return next.kind === "end" ? `The formula ends where ${what} is expected` : `Here ${what} is expected`;
  }

  function take(kind: Token["kind"], ...texts: string[]): Token | undefined {
    if (next.kind !== kind || !texts.includes(next.text)) return undefined;
    const taken = next;
    next = advance();
    return taken;
  }

  function made<Node extends FormulaNode>(node: Node): Node {
    nodes += 1;
    if (nodes > maxFormulaNodes)
      throw new FormulaProblem(`A formula has at most ${maxFormulaNodes} parts`, node.from, node.to);
    return node;
  }

  /** Whatever is in brackets, an argument or behind a sign is one step deeper. */
  function deeper<Result>(parse: () => Result): Result {
    depth += 1;
    if (depth > maxFormulaDepth) throw problem(`A formula has at most ${maxFormulaDepth} levels of brackets`);
    const result = parse();
    depth -= 1;
    return result;
  }

  function parseAny(): FormulaNode {
    return chain(parseAnd, "word", ["or"]);
  }

  function parseAnd(): FormulaNode {
    return chain(parseNot, "word", ["and"]);
  }

  function parseNot(): FormulaNode {
    const sign = take("word", "not");
    if (!sign) return parseComparison();
    const arg = deeper(parseNot);
    return made({ is: "call", name: "not", args: [arg], from: sign.from, to: arg.to });
  }

  function parseComparison(): FormulaNode {
    const left = parseSum();
    const sign = take("sign", "=", "==", "!=", "<>", "<", "<=", ">", ">=");
    if (!sign) return left;
    const right = parseSum();
    const name = sign.text === "==" ? "=" : sign.text === "<>" ? "!=" : sign.text;
    return made({ is: "call", name, args: [left, right], from: left.from, to: right.to });
  }

  function parseSum(): FormulaNode {
    return chain(parseProduct, "sign", ["+", "-"]);
  }

  function parseProduct(): FormulaNode {
    return chain(parseSigned, "sign", ["*", "/", "%"]);
  }

  function chain(parse: () => FormulaNode, kind: Token["kind"], names: string[]): FormulaNode {
    let left = parse();
    for (let sign = take(kind, ...names); sign; sign = take(kind, ...names)) {
      const right = parse();
      left = made({ is: "call", name: sign.text, args: [left, right], from: left.from, to: right.to });
    }
    return left;
  }

  function parseSigned(): FormulaNode {
    const sign = take("sign", "-");
    if (!sign) return parsePart();
    const arg = deeper(parseSigned);
    return made({ is: "call", name: "negate", args: [arg], from: sign.from, to: arg.to });
  }

  function parsePart(): FormulaNode {
    const { kind, text: words, from, to } = next;
    if (kind === "sign" && words === "(") {
      next = advance();
      const inner = deeper(parseAny);
      close(from);
      return inner;
    }
    if (kind === "end" || kind === "sign") throw problem(expected("a field, a number or a text"));
    next = advance();
    if (kind === "number") return made({ is: "value", value: readNumber(words, from, to), from, to });
    if (kind === "text") return made({ is: "value", value: words, from, to });
    if (kind === "field") return made({ is: "field", words, from, to });
    return parseWord(words, from, to);
  }

  function parseWord(word: string, from: number, to: number): FormulaNode {
    if (take("sign", "(")) {
      const args: FormulaNode[] = [];
      if (!(next.kind === "sign" && next.text === ")"))
        do args.push(deeper(parseAny));
        while (take("sign", ","));
      return made({ is: "call", name: word, args, from, to: close(from) });
    }
    if (word === "true" || word === "yes") return made({ is: "value", value: true, from, to });
    if (word === "false" || word === "no") return made({ is: "value", value: false, from, to });
    throw new FormulaProblem(
      `Fields are written in braces, as {Budget}, and texts in quotes, as "${word}"`,
      from,
      to,
    );
  }

  function close(from: number): number {
    const bracket = take("sign", ")");
    if (!bracket)
      throw next.kind === "end"
        ? new FormulaProblem("This bracket is not closed", from, text.length)
        : problem(expected("a closing bracket"));
    return bracket.to;
  }
}

function readNumber(words: string, from: number, to: number): number {
  const [whole = "", fraction = ""] = words.split(".");
  if (whole.length > 12 || fraction.length > 6)
    throw new FormulaProblem("A number has at most 12 digits, and 6 after the point", from, to);
  return Number(words);
}
