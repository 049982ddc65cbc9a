import { diffArrays, diffWordsWithSpace } from "diff";

/** A run of words that stayed, came or went. */
export interface WordRun {
  key: number;
  kind: "same" | "added" | "removed";
  text: string;
}

/** A paragraph that differs, in runs. */
export interface ChangedBlock {
  key: number;
  runs: WordRun[];
}

export interface WordChanges {
  added: number;
  removed: number;
  blocks: ChangedBlock[];
}

/** Longer paragraphs are shown whole as they were and are: comparing them by words would take too long. */
const longestBlock = 20_000;
/** Beyond so many edits two texts have little in common. */
const maxEdits = 4000;

/** Compares two texts by words: paragraphs first, then the words of those that differ. Bounded in time. */
export function compareWords(before: string, after: string): WordChanges {
  const [old, now] = [blocksOf(before), blocksOf(after)];
  const parts = diffArrays(old, now, { maxEditLength: maxEdits }) ?? [
    { value: old, removed: true, added: false, count: old.length },
    { value: now, removed: false, added: true, count: now.length },
  ];
  const blocks: ChangedBlock[] = [];
  let gone: string[] = [];
  const flush = (come: readonly string[]) => {
    for (let index = 0; index < Math.max(gone.length, come.length); index += 1)
      blocks.push({ key: blocks.length, runs: runsOf(gone[index] ?? "", come[index] ?? "") });
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
  return { added: count("added"), removed: count("removed"), blocks };
}

const blocksOf = (text: string): string[] => text.split(/\n{2,}/).filter((block) => block.trim() !== "");

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
