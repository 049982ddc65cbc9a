import { diffArrays, diffWordsWithSpace } from "diff";
import { type ArticlePart, splitArticle } from "./split-article.ts";

/** A text of a page: a version of it, or a draft. */
export interface ComparedText {
  title: string;
  summary: string;
  body: string;
}

/** A run of words that stayed, came or went. */
export interface WordRun {
  key: number;
  kind: "same" | "added" | "removed";
  text: string;
}

/** A paragraph that differs, in runs. */
export interface ChangedBlock {
  key: number;
  /** The step or callout that it is in, or "Title"; undefined for the text outside of them. */
  place: string | undefined;
  runs: WordRun[];
}

export interface WordChanges {
  added: number;
  removed: number;
  /** Steps that differ. */
  steps: number;
  blocks: ChangedBlock[];
}

/** Longer paragraphs are shown whole as they were and are: comparing them by words would take too long. */
const longestBlock = 20_000;
/** Beyond so many edits two texts have little in common. */
const maxEdits = 4000;

/** Compares two texts by words: paragraphs first, then the words of those that differ. Bounded in time. */
export function compareWords(before: ComparedText, after: ComparedText): WordChanges {
  const [old, now] = [blocksOf(before), blocksOf(after)];
  const parts = diffArrays(old, now, { maxEditLength: maxEdits, comparator: isSame }) ?? [
    { value: old, removed: true, added: false, count: old.length },
    { value: now, removed: false, added: true, count: now.length },
  ];
  const blocks: ChangedBlock[] = [];
  const steps = new Set<string>();
  let gone: Block[] = [];
  const flush = (come: readonly Block[]) => {
    for (let index = 0; index < Math.max(gone.length, come.length); index += 1) {
      const [from, to] = [gone[index], come[index]];
      const shown = to ?? from;
      if (shown?.step) steps.add(to ? `${to.step}` : `${shown.step} gone`);
      blocks.push({
        key: blocks.length,
        place: shown && placeOf(shown),
        runs: runsOf(from?.text ?? "", to?.text ?? ""),
      });
    }
    gone = [];
  };
  for (const part of parts) {
    if (part.removed) gone = [...part.value];
    else flush(part.added ? part.value : []);
  }
  flush([]);
  const count = (kind: WordRun["kind"]) =>
    blocks
      .flatMap(({ runs }) => runs)
      .filter((run) => run.kind === kind)
      .reduce((sum, run) => sum + (run.text.match(/\S+/g)?.length ?? 0), 0);
  return { added: count("added"), removed: count("removed"), steps: steps.size, blocks };
}

/** A paragraph, and where in the page it is. */
interface Block {
  step: number | null;
  within: string;
  text: string;
}

/** The number of a step is left out: a step before it may be new. */
const isSame = (one: Block, other: Block) => one.text === other.text && one.within === other.within;

function placeOf({ step, within }: Block): string | undefined {
  return [step !== null && `Step ${step}`, within].filter(Boolean).join(" · ") || undefined;
}

function blocksOf({ title, summary, body }: ComparedText): Block[] {
  return [
    { step: null, within: "Title", text: title },
    { step: null, within: "Summary", text: summary },
    ...splitArticle(body).flatMap((part) => blocksOfPart(part, null, "")),
  ].filter(({ text }) => text.trim() !== "");
}

const calloutNames = { note: "Note", tip: "Tip", warning: "Warning", danger: "Danger" };

function blocksOfPart(part: ArticlePart, step: number | null, within: string): Block[] {
  switch (part.kind) {
    case "step":
      return [
        { step: part.number, within, text: part.title },
        ...part.parts.flatMap((inner) => blocksOfPart(inner, part.number, within)),
      ];
    case "callout":
      return part.parts.flatMap((inner) => blocksOfPart(inner, step, calloutNames[part.tone]));
    case "toggle": {
      const title = part.level === null ? part.title : `${"#".repeat(part.level)} ${part.title}`;
      const blocks = part.parts.flatMap((inner) => blocksOfPart(inner, step, "Toggle"));
      return [{ step, within: "Toggle", text: title }, ...blocks];
    }
    case "heading":
      return [{ step, within, text: `${"#".repeat(part.level)} ${part.text}` }];
    case "image":
      return [
        { step, within, text: `![${part.alt}](file:${part.fileId}${part.width ? ` "${part.width}"` : ""})` },
      ];
    case "card":
      return [{ step, within, text: `![](${part.of}:${part.id})` }];
    case "section":
      return [
        {
          step,
          within,
          text: `![](section:${part.sectionId}${part.query === "" ? "" : ` "${part.query}"`})`,
        },
      ];
    case "text":
      return [{ step, within, text: part.markdown }];
  }
}

function runsOf(before: string, after: string): WordRun[] {
  const isLong = before.length + after.length > longestBlock;
  const parts = isLong ? undefined : diffWordsWithSpace(before, after, { maxEditLength: maxEdits });
  const runs = parts ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return runs
    .filter(({ value }) => value !== "")
    .map(({ value, added, removed }, key) => ({
      key,
      kind: added ? "added" : removed ? "removed" : "same",
      text: value,
    }));
}
