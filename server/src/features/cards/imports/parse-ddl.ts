import { type Column, maxParts, maxThings, type ParsedFile } from "./parsed-file.ts";

interface Token {
  /** In lower case, unless it was quoted. */
  text: string;
  kind: "word" | "mark" | "text";
}

interface Table {
  name: string;
  columns: Column[];
  comment: string;
  isCut: boolean;
}

const personal =
  /(^|_)(e?mail|phone|mobile|first_?name|last_?name|full_?name|address|street|birth|plate|avatar|ip)(_|$)/;
const sensitive =
  /(^|_)(iban|bic|passport|ssn|tax_?id|password|secret|health|salary|religion|card_number)(_|$)/;
const constraints = ["constraint", "primary", "foreign", "unique", "check", "exclude", "like"];
const endOfType = [
  "not",
  "null",
  "default",
  "primary",
  "unique",
  "references",
  "check",
  "constraint",
  "generated",
].concat("collate", "deferrable", "on");

/** Reads the tables of PostgreSQL's DDL, as `pg_dump --schema-only` writes it. Other statements are passed over. */
export function parseDdl(text: string): ParsedFile {
  const tables = new Map<string, Table>();
  const notes = new Set<string>();
  for (const statement of statements(readTokens(text))) {
    const words = statement.map(({ kind, text: word }) => (kind === "word" ? word : "")).slice(0, 8);
    if (words[0] === "create" && words.includes("table") && words.indexOf("table") < 4) {
      if (tables.size === maxThings) notes.add(`Only the first ${maxThings} tables were read.`);
      else readTable(statement, tables, notes);
    } else if (words[0] === "alter" && words[1] === "table") readAlter(statement, tables);
    else if (words[0] === "comment") readComment(statement, tables);
  }
  if (tables.size === 0) throw new Error("There is no CREATE TABLE in this file");
  const things = [...tables.values()].map(({ name, columns, comment }) => ({
    key: name,
    title: name.slice(0, 200),
    isDeprecated: false,
    values: {
      columns: columns.map((column) => column.name).join(", "),
      personal_data: levelOf(columns),
    },
    body: comment.slice(0, 2_000),
    shape: { columns },
  }));
  return { things, version: "", servers: [], notes: [...notes].slice(0, 20) };
}

function levelOf(columns: readonly Column[]): string {
  if (columns.some(({ name }) => sensitive.test(name))) return "Sensitive";
  return columns.some(({ isPersonal }) => isPersonal) ? "Some" : "None";
}

const tokenPattern = /\s+|--[^\n]*|"(?:[^"]|"")*"|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|\d[\w.]*|./suy;

/** @throws {Error} for a comment or a text that never ends, with its line. */
function* readTokens(text: string): Generator<Token> {
  let at = 0;
  let line = 1;
  const endOf = (mark: string, from: number, what: string) => {
    const end = text.indexOf(mark, from);
    if (end === -1) throw new Error(`${what} that begins in line ${line} never ends`);
    return end + mark.length;
  };
  while (at < text.length) {
    let end: number;
    let kind: Token["kind"] | undefined;
    const dollar = text[at] === "$" ? /^\$\w*\$/.exec(text.slice(at, at + 64))?.[0] : undefined;
    if (text.startsWith("/*", at)) end = endOf("*/", at + 2, "A comment");
    else if (text[at] === "'") {
      end = endOf("'", at + 1, "A text");
      while (text[end] === "'") end = endOf("'", end + 1, "A text");
      kind = "text";
    } else if (dollar) {
      end = endOf(dollar, at + dollar.length, "A text");
      kind = "text";
    } else {
      tokenPattern.lastIndex = at;
      const found = tokenPattern.exec(text)?.[0] ?? text.charAt(at);
      end = at + found.length;
      if (!/^(\s|--)/.test(found)) kind = /^["\w\u0080-\uffff]/.test(found) ? "word" : "mark";
    }
    const raw = text.slice(at, end);
    if (kind === "text") yield { kind, text: raw };
    else if (kind)
      yield { kind, text: raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw.toLowerCase() };
    for (let next = raw.indexOf("\n"); next !== -1; next = raw.indexOf("\n", next + 1)) line += 1;
    at = end;
  }
}

/** Statements by their semicolons; the words of one that is very long are left out at its end. */
function* statements(tokens: Iterable<Token>): Generator<Token[]> {
  let statement: Token[] = [];
  for (const token of tokens) {
    if (token.kind === "mark" && token.text === ";") {
      if (statement.length > 0) yield statement;
      statement = [];
    } else if (statement.length < 200_000) statement.push(token);
  }
  if (statement.length > 0) yield statement;
}

/** A name with its schema before it, which is left out. */
function readName(statement: readonly Token[], at: number): { name: string; next: number } {
  let next = at;
  while (["if", "not", "exists", "only"].includes(statement[next]?.text ?? "")) next += 1;
  while (statement[next + 1]?.text === ".") next += 2;
  return { name: statement[next]?.text ?? "", next: next + 1 };
}

function readTable(statement: readonly Token[], tables: Map<string, Table>, notes: Set<string>): void {
  const { name, next } = readName(statement, statement.findIndex(({ text }) => text === "table") + 1);
  if (statement[next]?.text !== "(") return;
  const table: Table = { name, columns: [], comment: "", isCut: false };
  for (const part of partsOf(statement, next)) {
    if (constraints.includes(part[0]?.text ?? "")) readConstraint(part, table);
    else if (table.columns.length < maxParts) table.columns.push(readColumn(part));
    else table.isCut = true;
  }
  if (table.isCut) notes.add(`Only the first ${maxParts} columns of “${name.slice(0, 60)}” were read.`);
  tables.set(name, table);
}

/** The parts between the parentheses that begin here, by their commas. */
function partsOf(statement: readonly Token[], open: number): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of statement.slice(open)) {
    if (token.kind === "mark" && token.text === "(") depth += 1;
    if (token.kind === "mark" && token.text === ")") depth -= 1;
    if (depth === 0) break;
    if (depth === 1 && token.kind === "mark" && token.text === ",") parts.push([]);
    else if (depth > 1 || token.text !== "(") parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

function readColumn(part: readonly Token[]): Column {
  const [first, ...rest] = part;
  const name = first?.text ?? "";
  const end = rest.findIndex(({ text, kind }) => kind === "word" && endOfType.includes(text));
  const type = rest
    .slice(0, end === -1 ? undefined : end)
    .map(({ text }) => text)
    .join(" ")
    .replaceAll(/ ?([(),.[\]]) ?/g, "$1");
  const words = rest.map(({ text }) => text);
  const reference = words.indexOf("references");
  return {
    name: name.slice(0, 200),
    type: type.slice(0, 100),
    isKey: words.includes("primary"),
    isPersonal: personal.test(name) || sensitive.test(name),
    refersTo: reference === -1 ? null : readName(rest, reference + 1).name,
  };
}

/** PRIMARY KEY and FOREIGN KEY of a table, also as ALTER TABLE adds them. */
function readConstraint(part: readonly Token[], table: Table): void {
  const key = part.findIndex(({ text }) => text === "key");
  const kind = part[key - 1]?.text;
  if (key < 1 || (kind !== "primary" && kind !== "foreign")) return;
  const names = partsOf(part, key + 1).flatMap(([first]) => first?.text ?? []);
  const reference = part.findIndex(({ text }) => text === "references");
  for (const column of table.columns.filter(({ name }) => names.includes(name))) {
    if (kind === "primary") column.isKey = true;
    else if (reference !== -1) column.refersTo = readName(part, reference + 1).name;
  }
}

function readAlter(statement: readonly Token[], tables: Map<string, Table>): void {
  const { name, next } = readName(statement, 2);
  const table = tables.get(name);
  if (table) readConstraint(statement.slice(next), table);
}

function readComment(statement: readonly Token[], tables: Map<string, Table>): void {
  if (statement[1]?.text !== "on" || statement[2]?.text !== "table") return;
  const { name, next } = readName(statement, 3);
  const table = tables.get(name);
  const text = statement[next + 1];
  if (table && text?.kind === "text") table.comment = text.text.slice(1, -1).replaceAll("''", "'");
}
