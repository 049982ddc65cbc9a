import { createHash } from "node:crypto";
import type { Hit, MarkedText } from "@atoll/contract/search/hit-schemas";
import { cutAround } from "../../../platform/search/mark-ranges.ts";
import type {
  Asked,
  Fact,
  FoundThing,
  HitReference,
  RankedHit,
} from "../../../platform/search/search-sources.ts";
import type { RequestViewer, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { presentHitLists } from "../entries/present-hits.ts";
import { findReadableEntries } from "../entry-rights.ts";
import { significantWordsOfEach } from "../question/question-words.ts";
import { sourcesFor } from "../sources.ts";
import { nothingAsked, type TypedWord } from "../typed-words.ts";

/** A passage that can answer a question, as the viewer may currently read it. */
export interface Passage {
  hit: Hit;
  facts: readonly Fact[];
  /** A short hash of each line of the whole text, to find lines that an edit has removed since. */
  lines: string[];
}

/** A question with the passages that answer it. */
export interface PassageList {
  question: string;
  references: readonly HitReference[];
  /** For a summary, each message is quoted alone, without the messages after it. */
  isSummary: boolean;
}

/**
 * Returns passages as the viewer may currently read them, in order, each cut to the part that matches its question
 * best. Deleted and unreadable ones are left out.
 * @param maxLength of a passage, in UTF-16 units
 */
export async function presentPassages(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  lists: readonly PassageList[],
  maxLength: number,
): Promise<Passage[][]> {
  const words = await significantWordsOfEach(
    tx,
    lists.map(({ question }) => question),
  );
  const isReadable = await readableAmong(
    context,
    tx,
    viewer,
    lists.flatMap(({ references }) => references),
  );
  const shown = await presentHitLists(
    context,
    tx,
    viewer,
    lists.map(({ references, isSummary }, number) => ({
      hits: references.filter(isReadable).map((reference): RankedHit => ({ ...reference, score: 0 })),
      asked: askedFor(words[number] ?? [], isSummary),
    })),
    (content, marks) => cutBestPart(content, marks, maxLength),
  );
  return shown.map((hits) =>
    hits.map(({ hit, thing }) => ({ hit, facts: thing.facts ?? [], lines: linesOf(thing) })),
  );
}

/** More lines than a passage has, as a rule; the rest of a longer text counts as one. */
const maxLines = 100;
const hashLength = 10;

function linesOf({ title, text }: FoundThing): string[] {
  const lines = [title, ...text.split("\n")].map((line) => line.trim()).filter((line) => line !== "");
  const kept = lines.slice(0, maxLines);
  if (lines.length > maxLines) kept.push(lines.slice(maxLines).join("\n"));
  return kept.map((line) => createHash("sha256").update(line).digest("base64url").slice(0, hashLength));
}

/** Returns the part of a passage with most of its highlights, up to a length. */
export function shortenPassage({ text, marks }: MarkedText, maxLength: number): MarkedText {
  return text.length <= maxLength ? { text, marks } : cutBestPart(text, marks, maxLength);
}

/** Returns whether the viewer may currently read all of these things. */
export async function canReadAll(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  references: readonly HitReference[],
): Promise<boolean> {
  const isReadable = await readableAmong(context, tx, viewer, references);
  if (!references.every(isReadable)) return false;
  const { own } = sourcesFor(context, viewer);
  for (const source of own) {
    const ids = references.filter(({ kind }) => kind === source.kind).map(({ id }) => id);
    if (ids.length === 0) continue;
    const there = await source.present(context, tx, viewer, ids, nothingAsked);
    if (ids.some((id) => !there.has(id))) return false;
  }
  return true;
}

function askedFor(words: readonly TypedWord[], isSummary: boolean): Asked {
  return {
    ...nothingAsked,
    ...(!isSummary && { isQuoted: true }),
    terms: words.map(({ word, forms }) => ({ folded: word, words: [word], pairs: [], forms, isWhole: true })),
  };
}

/** Checks things in the index. Sources with their own index only present readable things. */
async function readableAmong(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  references: readonly HitReference[],
): Promise<(reference: HitReference) => boolean> {
  const sources = sourcesFor(context, viewer);
  const own = new Set<string>(sources.own.map(({ kind }) => kind));
  const asked = references.filter(({ kind }) => !own.has(kind));
  const entries =
    sources.entries.length === 0 || asked.length === 0
      ? []
      : await findReadableEntries(context, tx, viewer, sources.entries, asked);
  const readable = new Set(entries.map(({ kind, id }) => `${kind}/${id}`));
  return ({ kind, id }) => own.has(kind) || readable.has(`${kind}/${id}`);
}

type Range = [number, number];

/** Returns the part of a text with the most highlights. */
function cutBestPart(content: string, marks: readonly Range[], maxLength: number) {
  let first = 0;
  let most = 0;
  for (const [index, mark] of marks.entries()) {
    const inside = marks.slice(index).filter(([, end]) => end <= mark[0] + maxLength * 0.8).length;
    if (inside > most) [first, most] = [index, inside];
  }
  return cutAround(content, marks.slice(first), maxLength);
}
