import { withoutCode } from "@atoll/contract/mentions";
import { Marked, type Token, type Tokens } from "marked";
import type { DocumentRules } from "./document-rules.ts";
import { safeAddress, workspaceAddress } from "./links.ts";
import { mostMarks } from "./most-marks.ts";
import { correctionOf } from "./safe-link.ts";
import type { Block, Cell, Inline } from "./tree.ts";
import { wideEmphasis } from "./wide-emphasis.ts";

/** Deeper than this nobody means it; what lies deeper is shown as it was written. */
const maxDepth = 8;
/** Quotes and lists that begin on one line: the reader calls itself once for each. */
const tooDeep = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))){17}/m;
/** Marks of emphasis in one place that match nothing cost more than their square. */
const maxMarks = 400;
/** More lines than this are a log that somebody pasted. */
const maxLines = 600;

const ignore = () => undefined;
/**
 * Parses the Markdown of chat. HTML, underlined headings, definitions (which would hide a line) and indented code
 * (which nobody pastes on purpose) stay as typed.
 */
const reader = new Marked(
  { gfm: true, breaks: true },
  { tokenizer: { html: ignore, tag: ignore, def: ignore, lheading: ignore, code: ignore } },
  wideEmphasis,
);

/**
 * The tree of a message, or null where its text is better shown as it is: it asks for too much.
 * @param rules of documents, which hold more than messages, and are longer.
 */
export function readMarkdown(content: string, rules?: DocumentRules): readonly Block[] | null {
  if (tooDeep.test(content)) return null;
  const prose = withoutCode(content);
  if (prose.split("\n").length > (rules?.maxLines ?? maxLines)) return null;
  // Marks look for their partners within a paragraph.
  const parts = rules ? prose.split(/\n\s*\n/) : [prose];
  if (parts.some((part) => mostMarks(part) > maxMarks)) return null;
  try {
    return blocksOf((rules?.reader ?? reader).lexer(content), 0, rules);
  } catch {
    // The reader gave up, for want of stack or patience.
    return null;
  }
}

function blocksOf(tokens: readonly Token[], depth: number, rules: DocumentRules | undefined): Block[] {
  return tokens.flatMap((token) => blockOf(token, depth, rules));
}

function blockOf(token: Token, depth: number, rules: DocumentRules | undefined): Block[] {
  if (depth >= maxDepth) return [asWritten(token)];
  const own = rules?.blockOf(token, {
    inlines: (tokens, isLine) => inlinesOf(tokens, depth + 1, rules, isLine),
    blocks: (tokens) => blocksOf(tokens, depth + 1, rules),
  });
  if (own) return own;
  if (is<Tokens.Code>(token, "code"))
    return [{ kind: "code", text: token.text, language: languageOf(token.lang) }];
  if (is<Tokens.Blockquote>(token, "blockquote")) {
    return [{ kind: "quote", blocks: blocksOf(token.tokens, depth + 1, rules) }];
  }
  if (is<Tokens.List>(token, "list")) {
    const start = token.ordered ? Number(token.start) || 0 : null;
    const items = token.items.map((item) => itemOf(item, depth + 1, rules));
    if (!token.items.some(({ task }) => task)) return [{ kind: "list", start, items }];
    return [{ kind: "list", start, items, boxes: token.items.map(boxOf) }];
  }
  if (is<Tokens.Table>(token, "table")) {
    const cells = (row: readonly Tokens.TableCell[]): Cell[] =>
      row.map((cell) => inlinesOf(cell.tokens, depth + 1, rules, true));
    return [{ kind: "table", head: cells(token.header), rows: token.rows.map(cells), aligns: token.align }];
  }
  if (is<Tokens.Heading>(token, "heading")) {
    const inlines: Inline[] = [{ kind: "strong", inlines: inlinesOf(token.tokens, depth + 1, rules) }];
    return [{ kind: "paragraph", inlines }];
  }
  if (token.type === "hr") return [{ kind: "rule" }];
  if (token.type === "space") return [];
  const inlines = "tokens" in token && token.tokens ? inlinesOf(token.tokens, depth + 1, rules) : null;
  return [inlines ? { kind: "paragraph", inlines } : asWritten(token)];
}

/** Returns the word after the three backticks. */
function languageOf(info: string | undefined): string | null {
  return info?.trim().split(/\s/)[0]?.toLowerCase() || null;
}

/** The box of an item is read from the item itself: here it is a token before the text, or the first in it. */
function itemOf(item: Tokens.ListItem, depth: number, rules: DocumentRules | undefined): Block[] {
  return blocksOf(item.tokens.filter(isNoBox), depth, rules);
}

const boxOf = ({ task, checked }: Tokens.ListItem): boolean | null => (task ? checked === true : null);
const isNoBox = ({ type }: Token): boolean => type !== "checkbox";

function asWritten(token: Token): Block {
  return { kind: "paragraph", inlines: [{ kind: "text", text: token.raw.replace(/\n+$/, "") }] };
}

/** @param isLine All of it is one line: a cell or a heading, where documents write line breaks as `<br>`. */
function inlinesOf(
  tokens: readonly Token[],
  depth: number,
  rules: DocumentRules | undefined,
  isLine = false,
): Inline[] {
  const inlines: Inline[] = [];
  const parts = {
    inlines: (inner: readonly Token[], isInLine = false) =>
      depth + 1 >= maxDepth ? inner.map(textAsWritten) : inlinesOf(inner, depth + 1, rules, isInLine),
  };
  for (const next of tokens
    .filter(isNoBox)
    .flatMap((token) => rules?.inlineOf(token, isLine, parts) ?? [inlineOf(token, depth, rules, isLine)])) {
    const last = inlines.at(-1);
    // Names and addresses are looked for in whole stretches of text.
    if (next.kind === "text" && last?.kind === "text") {
      inlines[inlines.length - 1] = { kind: "text", text: last.text + next.text };
    } else inlines.push(next);
  }
  return inlines;
}

const textAsWritten = ({ raw }: Token): Inline => ({ kind: "text", text: raw });

const wraps = { strong: "strong", em: "emphasis", del: "struck" } as const;

function inlineOf(token: Token, depth: number, rules: DocumentRules | undefined, isLine: boolean): Inline {
  if (depth >= maxDepth) return textAsWritten(token);
  if (is<Tokens.Strong>(token, "strong") || is<Tokens.Em>(token, "em") || is<Tokens.Del>(token, "del")) {
    return { kind: wraps[token.type], inlines: inlinesOf(token.tokens, depth + 1, rules, isLine) };
  }
  if (is<Tokens.Codespan>(token, "codespan")) return { kind: "code", text: token.text };
  if (is<Tokens.Escape>(token, "escape")) return { kind: "text", text: token.text };
  if (token.type === "br") return { kind: "break" };
  if (is<Tokens.Link>(token, "link") && !isBare(token)) return linkOf(token, depth, rules);
  if (is<Tokens.Image>(token, "image")) return imageOf(token);
  // Text, and addresses without brackets, which are found in the text later on.
  return { kind: "text", text: token.raw };
}

/** `https://…` and `<https://…>` as opposed to `[text](https://…)`. */
function isBare(token: Tokens.Link): boolean {
  return !token.raw.startsWith("[");
}

function linkOf(token: Tokens.Link, depth: number, rules: DocumentRules | undefined): Inline {
  const href = safeAddress(token.href) ?? workspaceAddress(token.href);
  if (href === null) return { kind: "text", text: token.raw };
  return honestly(href, withoutLinks(inlinesOf(token.tokens, depth + 1, rules)));
}

/** Images of elsewhere would tell that elsewhere who reads what: they are links. */
function imageOf(token: Tokens.Image): Inline {
  const href = safeAddress(token.href);
  if (href === null) return { kind: "text", text: token.raw };
  return honestly(href, [{ kind: "text", text: token.text.trim() }]);
}

/** A link that says where it leads, where its text says nothing or something else. */
function honestly(href: string, inlines: readonly Inline[]): Inline {
  const correction = correctionOf(shownOf(inlines), href);
  if (correction?.kind === "instead")
    return { kind: "link", href, inlines: [{ kind: "text", text: correction.text }], behind: null };
  return { kind: "link", href, inlines, behind: correction?.text ?? null };
}

function shownOf(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if ("inlines" in inline) return shownOf(inline.inlines);
      return "text" in inline ? inline.text : " ";
    })
    .join("");
}

function withoutLinks(inlines: readonly Inline[]): Inline[] {
  return inlines.flatMap((inline): Inline[] => {
    if (inline.kind === "link") return withoutLinks(inline.inlines);
    return "inlines" in inline ? [{ ...inline, inlines: withoutLinks(inline.inlines) }] : [inline];
  });
}

function is<Wanted extends Token>(token: Token, type: Wanted["type"]): token is Wanted {
  return token.type === type;
}
