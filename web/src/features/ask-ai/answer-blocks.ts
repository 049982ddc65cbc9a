/** A part of a line of an answer. Everything that is not one of these is text, also what looks like a link or a picture. */
export type Inline = { at: number } & (
  | { kind: "text" | "strong" | "code"; text: string }
  | { kind: "source"; number: number }
  | { kind: "unsupported" }
);

/** `at` is where something begins, which names it: an answer only grows. */
export interface Line {
  at: number;
  parts: Inline[];
}

export type Block = { at: number } & (
  | { kind: "paragraph"; lines: Line[] }
  | { kind: "list"; isOrdered: boolean; start: number; items: Line[] }
  | { kind: "code"; text: string }
);

const listItem = /^\s*(?:([-*•])|(\d{1,3})[.)])\s+(.*)$/;
/** A block of code in one line, which opens no other. */
const wholeCode = /^\s*```(.+?)```\s*$/;
/** Models write the end of a sentence behind its citations; people expect it before them. */
const lateStop = / {0,2}((?:\[(?:\d{1,3}|\?)\]\s?)+)([.,;:!?])/g;
const inline = /\[(\d{1,3})\]|(\[\?\])|\*\*([^*\n]+)\*\*|`([^`\n]+)`/g;

/** Reads an answer as blocks: paragraphs, lists and code. Linear in its length, and also right for half an answer. */
export function readAnswer(text: string): Block[] {
  const blocks: Block[] = [];
  let code: { at: number; lines: string[] } | undefined;
  let at = 0;
  const endCode = () => {
    if (code && code.lines.length > 0)
      blocks.push({ kind: "code", at: code.at, text: code.lines.join("\n") });
    code = undefined;
  };
  for (const line of text.split("\n")) {
    const whole = code ? null : wholeCode.exec(line);
    if (whole) blocks.push({ kind: "code", at, text: whole[1] ?? "" });
    else if (line.trimStart().startsWith("```")) {
      if (code) endCode();
      else code = { at, lines: [] };
    } else if (code) code.lines.push(line);
    else addLine(blocks, line, at);
    at += line.length + 1;
  }
  endCode();
  return blocks.filter((block) => block.kind !== "paragraph" || block.lines.length > 0);
}

function addLine(blocks: Block[], line: string, at: number): void {
  const last = blocks.at(-1);
  const item = listItem.exec(line);
  if (item) {
    const [, bullet, number, text = ""] = item;
    const isOrdered = bullet === undefined;
    const parts = { at, parts: readInline(text) };
    if (last?.kind === "list" && last.isOrdered === isOrdered) last.items.push(parts);
    else blocks.push({ kind: "list", at, isOrdered, start: Number(number ?? 1), items: [parts] });
  } else if (line.trim() === "") {
    // An empty line between items does not end a list, and ends a paragraph.
    if (last?.kind === "paragraph") blocks.push({ kind: "paragraph", at, lines: [] });
  } else if (last?.kind === "paragraph") last.lines.push({ at, parts: readInline(line) });
  else blocks.push({ kind: "paragraph", at, lines: [{ at, parts: readInline(line) }] });
}

function readInline(written: string): Inline[] {
  const line = written.replace(lateStop, "$2 $1");
  const parts: Inline[] = [];
  let from = 0;
  for (const found of line.matchAll(inline)) {
    const [all, number, unsupported, strong, code] = found;
    const at = found.index;
    if (at > from) parts.push({ kind: "text", at: from, text: line.slice(from, at) });
    from = at + all.length;
    if (number !== undefined) parts.push({ kind: "source", at, number: Number(number) });
    else if (unsupported !== undefined) parts.push({ kind: "unsupported", at });
    else if (strong !== undefined) parts.push({ kind: "strong", at, text: strong });
    else if (code !== undefined) parts.push({ kind: "code", at, text: code });
  }
  if (from < line.length) parts.push({ kind: "text", at: from, text: line.slice(from) });
  return parts;
}
