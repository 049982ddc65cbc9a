import { type ImageWidth, imageWidths } from "@atoll/contract/documents/limits";
import { sectionQueryOf } from "@atoll/contract/documents/section-block";
import { plainText, readHeading, uniqueAnchor } from "@atoll/contract/knowledge/outline";
import { uuidSource } from "@atoll/contract/uuid";
import { anchorOf, quoteOf, splitBlocks } from "./split-blocks.ts";

/** The anchor of a block, and the words that a comment on it quotes. */
interface Quoted {
  anchor: string;
  quote: string;
}

/** A part of an article as its page shows it. Text inside a part is Markdown that the shared renderer shows. */
export type ArticlePart =
  | ({ kind: "text"; key: number; markdown: string } & Quoted)
  | ({ kind: "image"; key: number; fileId: string; alt: string; width: ImageWidth | null } & Quoted)
  | { kind: "heading"; key: number; level: number; text: string; anchor: string }
  | { kind: "callout"; key: number; tone: CalloutTone; parts: ArticlePart[] }
  | ({ kind: "toggle"; key: number; level: number | null; title: string; parts: ArticlePart[] } & Quoted)
  | { kind: "step"; key: number; id: string; number: number; title: string; parts: ArticlePart[] }
  | ({ kind: "card"; key: number; of: string; id: string } & Quoted)
  | ({ kind: "section"; key: number; sectionId: string; query: string } & Quoted);

type Toggle = Extract<ArticlePart, { kind: "toggle" }>;

export const calloutTones = ["note", "tip", "warning", "danger"] as const;
export type CalloutTone = (typeof calloutTones)[number];

const fence = /^ {0,3}(`{3,}|~{3,})/;
const opening = /^ {0,3}(:{3,})([a-z]+)(?:\{#([\w-]{1,64})\})?\s*$/;
const closing = /^ {0,3}(:{3,})\s*$/;
const cardLine = new RegExp(
  `^!\\[[^\\]]*\\]\\((task|channel|person|article|announcement|event):(${uuidSource})\\)\\s*$`,
  "i",
);
const sectionLine = new RegExp(
  `^!\\[[^\\]]*\\]\\(section:(${uuidSource})(?: "([^"]{0,2000})")?\\)\\s*$`,
  "i",
);
const imageLine = new RegExp(
  `^!\\[((?:[^\\]\\\\]|\\\\.){0,500})\\]\\(file:(${uuidSource})(?: "(\\w+)")?\\)\\s*$`,
  "i",
);
const announcement = new RegExp(`\\]\\(announcement:(${uuidSource})\\)`, "gi");
/** As deep as the server reads them. */
const maxNesting = 12;

interface Reading {
  lines: readonly string[];
  at: number;
  steps: number;
  key: number;
  anchors: Map<string, number>;
  /** The anchors of blocks, which headings do not share. */
  blockAnchors: Map<string, number>;
}

/** Splits the Markdown of an article into headings, steps, callouts and text, in one pass over its lines. */
export function splitArticle(markdown: string): ArticlePart[] {
  const reading: Reading = {
    ...{ lines: markdown.split("\n"), at: 0, steps: 0, key: 0 },
    ...{ anchors: new Map(), blockAnchors: new Map() },
  };
  return readParts(reading, 0, 0);
}

/** Reads up to the end, or to the mark that closes a container of so many colons. */
function readParts(reading: Reading, colons: number, depth: number): ArticlePart[] {
  const parts: ArticlePart[] = [];
  let text: string[] = [];
  let openFence: string | undefined;
  const flush = () => {
    for (const block of splitBlocks(text))
      parts.push({
        ...{ kind: "text", key: reading.key++, markdown: withPlaces(block) },
        ...{ anchor: anchorOf(block, reading.blockAnchors), quote: quoteOf(block) },
      });
    text = [];
  };
  for (; reading.at < reading.lines.length; reading.at += 1) {
    const line = reading.lines[reading.at] ?? "";
    const mark = fence.exec(line)?.[1];
    if (mark !== undefined)
      openFence = openFence === undefined ? mark : mark.startsWith(openFence) ? undefined : openFence;
    if (mark !== undefined || openFence !== undefined) {
      text.push(line);
      continue;
    }
    if (colons > 0 && (closing.exec(line)?.[1]?.length ?? 0) >= colons) break;
    const part = readBlock(reading, line, depth);
    if (part) {
      flush();
      parts.push(part);
    } else text.push(line);
  }
  flush();
  return parts;
}

function readBlock(reading: Reading, line: string, depth: number): ArticlePart | undefined {
  const card = cardLine.exec(line);
  if (card?.[1] && card[2])
    return {
      ...{ kind: "card", key: reading.key++, of: card[1].toLowerCase(), id: card[2].toLowerCase() },
      ...{ anchor: anchorOf(line, reading.blockAnchors), quote: `Linked ${card[1].toLowerCase()}` },
    };
  const [, sectionId, query] = sectionLine.exec(line) ?? [];
  if (sectionId)
    return {
      ...{
        kind: "section",
        key: reading.key++,
        sectionId: sectionId.toLowerCase(),
        query: sectionQueryOf(query),
      },
      ...{ anchor: anchorOf(line, reading.blockAnchors), quote: "Cards of a section" },
    };
  const image = imageLine.exec(line);
  if (image?.[2]) {
    const alt = (image[1] ?? "").replace(/\\(.)/g, "$1");
    const width = imageWidths.find((one) => one === image[3]) ?? null;
    return {
      ...{ kind: "image", key: reading.key++, fileId: image[2].toLowerCase(), alt, width },
      ...{ anchor: anchorOf(line, reading.blockAnchors), quote: alt.trim().slice(0, 200) || "Image" },
    };
  }
  const head = readHeading(line);
  if (head) {
    const text = plainText(head.text);
    return {
      kind: "heading",
      key: reading.key++,
      level: head.level,
      text,
      anchor: uniqueAnchor(text, reading.anchors),
    };
  }
  const open = depth < maxNesting ? opening.exec(line) : null;
  const tone = calloutTones.find((one) => one === open?.[2]);
  const isToggle = open?.[2] === "toggle";
  if (!open?.[1] || !(tone || isToggle || (open[2] === "step" && open[3]))) return undefined;
  const key = reading.key++;
  reading.at += 1;
  if (tone) return { kind: "callout", key, tone, parts: readParts(reading, open[1].length, depth + 1) };
  if (isToggle) {
    const title = readToggleTitle(reading);
    return { kind: "toggle", key, ...title, parts: readParts(reading, open[1].length, depth + 1) };
  }
  reading.steps += 1;
  const number = reading.steps;
  const title = readTitle(reading);
  const parts = readParts(reading, open[1].length, depth + 1);
  return { kind: "step", key, id: open[3] ?? "", number, title, parts };
}

/** The beginning of a block that is no line of text. */
const blockStart =
  /^ {0,3}(?:(?:[-*+]|\d{1,9}[.)])(?:\s|$)|[>|]|`{3}|~{3}|:{3}|\$\$|_{3,}\s*$|!\[[^\]]*\]\(\w+:[^()]*\)\s*$)/;

/** The first line of a toggle is its title: a heading, or a paragraph, which is Markdown. */
function readToggleTitle(reading: Reading): Pick<Toggle, "anchor" | "level" | "quote" | "title"> {
  const lines: string[] = [];
  for (; reading.at < reading.lines.length; reading.at += 1) {
    const line = reading.lines[reading.at] ?? "";
    const head = readHeading(line);
    if (head && lines.length === 0) {
      reading.at += 1;
      const title = plainText(head.text);
      return { level: head.level, title, anchor: uniqueAnchor(title, reading.anchors), quote: title };
    }
    const isBlank = line.trim() === "";
    if (isBlank && lines.length === 0) continue;
    if (isBlank || head || blockStart.test(line)) break;
    lines.push(line);
  }
  const title = lines.join("\n");
  return { level: null, title, anchor: anchorOf(`+ ${title}`, reading.blockAnchors), quote: quoteOf(title) };
}

/** The first line of a step is its title. */
function readTitle(reading: Reading): string {
  for (; reading.at < reading.lines.length; reading.at += 1) {
    const line = reading.lines[reading.at] ?? "";
    if (line.trim() === "") continue;
    if (closing.test(line)) return "Step";
    reading.at += 1;
    return plainText(readHeading(line)?.text ?? line.slice(0, 1000)) || "Step";
  }
  return "Step";
}

/** An announcement by its id becomes an address of this workspace. Names of other things are looked up. */
const withPlaces = (markdown: string): string => markdown.replace(announcement, "](/announcements/$1)");
