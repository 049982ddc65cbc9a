import { type ImageWidth, imageWidths } from "@atoll/contract/documents/limits";
import { readSectionTitle } from "@atoll/contract/documents/section-block";
import { uuidSource } from "@atoll/contract/uuid";
import { Marked, type Token, type TokenizerAndRendererExtension, type Tokens } from "marked";
import { type Block, type CalloutTone, calloutTones, type Inline, type Reference } from "./tree.ts";
import { wideEmphasis } from "./wide-emphasis.ts";

/** Longer than any document that can be written. */
const maxLines = 40_000;

/** The additional Markdown of documents. */
export interface DocumentRules {
  reader: Marked;
  maxLines: number;
  /** The blocks of a token, or undefined for what messages have as well. */
  blockOf(token: Token, parts: TokenParts): Block[] | undefined;
  inlineOf(token: Token, isLine: boolean, parts: Pick<TokenParts, "inlines">): Inline[] | undefined;
}

/** Reads what is in a token. */
export interface TokenParts {
  inlines(tokens: readonly Token[], isLine?: boolean): Inline[];
  blocks(tokens: readonly Token[]): Block[];
}

/** For one document: headings of the same words get anchors of their own, and steps their numbers. */
export function createDocumentRules(): DocumentRules {
  const anchors = new Map<string, number>();
  let steps = 0;
  return {
    reader,
    maxLines,
    blockOf(token, { inlines, blocks }) {
      const isStep = isContainer(token) && token.name === "step";
      // Steps that follow each other are numbered; anything else between them begins again.
      if (!isStep && token.type !== "space") steps = 0;
      if (isContainer(token)) {
        const tone = toneOf(token.name);
        if (tone) return [{ kind: "callout", tone, blocks: blocks(token.tokens) }];
        if (token.name === "toggle") return [toggleOf(blocks(token.tokens))];
        const number = steps + 1;
        const inner = blocks(token.tokens);
        steps = number;
        return [{ kind: "step", id: token.id, number, blocks: inner }];
      }
      if (token.type === "heading") {
        const { depth, tokens = [] } = token as Tokens.Heading;
        const words = inlines(tokens, true);
        return [{ kind: "heading", level: depth, anchor: anchorOf(words, anchors), inlines: words }];
      }
      if (token.type === "list") return boxesOf(token as Tokens.List, blocks);
      return token.type === "paragraph" ? embedOf(token as Tokens.Paragraph) : undefined;
    },
    inlineOf(token, isLine, { inlines }) {
      if (isFormula(token)) return [{ kind: "formula", tex: token.tex }];
      if (isHighlight(token)) return [{ kind: "highlighted", inlines: inlines(token.tokens, isLine) }];
      if (token.type === "link") {
        const reference = readReference((token as Tokens.Link).href);
        return reference && reference.kind !== "file" ? [{ kind: "mention", reference }] : undefined;
      }
      if (token.type !== "text" || ("tokens" in token && token.tokens)) return undefined;
      const text = withoutReferences(token.raw);
      return isLine ? withBreaks(text) : [{ kind: "text", text }];
    },
  };
}

interface Container extends Tokens.Generic {
  type: "container";
  name: string;
  id: string;
  tokens: Token[];
}

const opening = /^(:{3,})(note|tip|warning|toggle|step)(?:\{#([\w-]{1,80})\})?[ \t]*(?:\n|$)/;

/** `:::note` up to a line of as many colons or more; what is nested has fewer. */
const container: TokenizerAndRendererExtension = {
  name: "container",
  level: "block",
  start: (text) => /^:::/m.exec(text)?.index,
  tokenizer(text) {
    const match = opening.exec(text);
    if (!match) return undefined;
    const [head, fence = "", name = "", id = ""] = match;
    if ((name === "step") !== (id !== "")) return undefined;
    const body = text.slice(head.length);
    const closing = new RegExp(`(?:^|\\n):{${fence.length},}[ \\t]*(?=\\n|$)`).exec(body);
    const inner = closing ? body.slice(0, closing.index) : body;
    const raw = closing ? head + body.slice(0, closing.index + closing[0].length) : text;
    return { type: "container", raw, name, id, tokens: this.lexer.blockTokens(inner, []) };
  },
};

interface Highlight extends Tokens.Generic {
  type: "highlight";
  tokens: Token[];
}

/** A run of two signs, with what is left out of the search for one: escapes, code, and addresses of links. */
const mark = /\\[\s\S]|(`+)(?!`)[\s\S]{0,4000}?(?<!`)\1(?!`)|\]\([^()\s]*\)|(?<!=)==(?!=)/g;

const longestPiece = 1000;

/** `==words==`, up to the next two signs. They have a space neither behind the first nor before the second ones. */
export const highlight: TokenizerAndRendererExtension = {
  name: "highlight",
  level: "inline",
  // Asked again for every piece of text: it looks at a part of the rest only, and where nothing is found, reading stops there.
  start(text) {
    const part = text.slice(0, longestPiece);
    return (
      /(?<!=)==(?![=\s])/.exec(part)?.index ?? (text.length > longestPiece ? longestPiece - 2 : undefined)
    );
  },
  tokenizer(text) {
    if (!/^==(?![=\s])/.test(text)) return undefined;
    mark.lastIndex = 2;
    for (let found = mark.exec(text); found; found = mark.exec(text)) {
      if (found[0] !== "==") continue;
      if (/\s/.test(text.charAt(found.index - 1))) return undefined;
      const words = text.slice(2, found.index);
      return {
        type: "highlight",
        raw: text.slice(0, mark.lastIndex),
        tokens: this.lexer.inlineTokens(words),
      };
    }
    return undefined;
  },
  renderer({ tokens = [] }) {
    return `<mark>${this.parser.parseInline(tokens)}</mark>`;
  },
};

interface Formula extends Tokens.Generic {
  type: "formula";
  tex: string;
}

/** A formula within a line is code between dollar signs, which no amount of money is: $`x^2`$. */
const formula: TokenizerAndRendererExtension = {
  name: "formula",
  level: "inline",
  start(text) {
    const at = text.slice(0, longestPiece).indexOf("$`");
    return at >= 0 ? at : undefined;
  },
  tokenizer(text) {
    const [raw, tex] = /^\$`([^`\n]{1,2000})`\$/.exec(text) ?? [];
    return raw === undefined || tex === undefined ? undefined : { type: "formula", raw, tex };
  },
};

const ignore = () => undefined;
const reader = new Marked(
  { gfm: true, breaks: true },
  { tokenizer: { html: ignore, tag: ignore, def: ignore, lheading: ignore, code: ignore } },
  wideEmphasis,
  { extensions: [container, highlight, formula] },
);

function isContainer(token: Token): token is Container {
  return token.type === "container";
}

function isHighlight(token: Token): token is Highlight {
  return token.type === "highlight";
}

function isFormula(token: Token): token is Formula {
  return token.type === "formula";
}

function toneOf(name: string): CalloutTone | undefined {
  return calloutTones.find((tone) => tone === name);
}

/** The first line of a toggle is its title. */
function toggleOf(blocks: readonly Block[]): Block {
  const [first, ...rest] = blocks;
  if (first?.kind === "heading")
    return {
      kind: "toggle",
      title: first.inlines,
      level: first.level,
      anchor: first.anchor,
      blocks: rest,
    };
  const isLine = first?.kind === "paragraph";
  const title = isLine ? first.inlines : [];
  return { kind: "toggle", title, level: null, anchor: "", blocks: isLine ? rest : blocks };
}

function boxesOf(list: Tokens.List, blocks: TokenParts["blocks"]): Block[] | undefined {
  if (list.ordered || !list.items.some(({ task }) => task)) return undefined;
  return [
    {
      kind: "list",
      start: null,
      items: list.items.map(({ tokens }) => blocks(tokens.filter(({ type }) => type !== "checkbox"))),
      boxes: list.items.map(({ checked }) => checked === true),
    },
  ];
}

/** An image of ours, a card or the cards of a section, which has a paragraph of its own. */
function embedOf({ tokens = [] }: Tokens.Paragraph): Block[] | undefined {
  const [only, ...others] = tokens;
  if (only?.type !== "image" || others.length > 0) return undefined;
  const { href, text, title } = only as Tokens.Image;
  const section = readSectionTitle(`${href} ${title ?? ""}`.trimEnd());
  if (section) return [{ kind: "card", reference: { kind: "section", ...section } }];
  const reference = readReference(href);
  if (!reference) return undefined;
  if (reference.kind === "file")
    return [{ kind: "image", fileId: reference.id, alt: text, width: imageWidthOf(title) }];
  return [{ kind: "card", reference }];
}

/** The width that the title of an image names; null for one that is as wide as it can be. */
const imageWidthOf = (title: string | null | undefined): ImageWidth | null =>
  imageWidths.find((one) => one === title) ?? null;

const referenceForm = new RegExp(`^(person|task|channel|article|file):(${uuidSource})$`);

function readReference(address: string): Reference | undefined {
  const [, kind, id] = referenceForm.exec(address) ?? [];
  return kind && id ? { kind, id } : undefined;
}

/** Characters that the writer gives by their number, so that no mark is seen in them. */
function withoutReferences(text: string): string {
  return text.replace(/&#x([0-9a-f]{1,6});/gi, (whole, hex: string) => {
    const code = Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

function withBreaks(text: string): Inline[] {
  return text
    .split(/<br ?\/?>/i)
    .flatMap((part, index): Inline[] => [
      ...(index > 0 ? [{ kind: "break" as const }] : []),
      ...(part === "" ? [] : [{ kind: "text" as const, text: part }]),
    ]);
}

/** The words of a heading as an anchor, with a number where another has the same. */
function anchorOf(inlines: readonly Inline[], taken: Map<string, number>): string {
  const words = plainOf(inlines)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80);
  const name = words || "section";
  const count = (taken.get(name) ?? 0) + 1;
  taken.set(name, count);
  return count === 1 ? name : `${name}-${count}`;
}

const textOf = (inline: Inline): string =>
  "text" in inline ? inline.text : inline.kind === "formula" ? inline.tex : " ";

/** The text of inlines without any marks. */
export function plainOf(inlines: readonly Inline[]): string {
  return inlines.map((inline) => ("inlines" in inline ? plainOf(inline.inlines) : textOf(inline))).join("");
}
