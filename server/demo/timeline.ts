import type { Random } from "./random.ts";
import type { Line } from "./script.ts";

/** A message of the demo before it has an id. */
export type Draft = {
  who: string;
  at: number;
  text: string;
  edited: boolean;
  deleted: boolean;
  pinned?: boolean;
  /** The message whose thread it answers in. */
  parent?: Draft | undefined;
  reactions?: Line["reactions"];
  files?: Line["files"];
};

/** One conversation as it fills up; it keeps talks from running into each other. */
export type Timeline = {
  drafts: Draft[];
  /** Whether lines sent at these moments would stand apart from all others. */
  isFree: (moments: number[]) => boolean;
  add: (drafts: Draft[]) => void;
  /** Whether the conversation had this text some days before or after, short replies aside. */
  hasSaid: (text: string, at: number) => boolean;
};

const minuteMs = 60_000;
const breathingSpaceMs = 4 * minuteMs;
/** After a longer silence than this another talk may come in between. */
const silenceMs = 60 * minuteMs;
const smallTalkLength = 20;
const forgottenAfterMs = 6 * 24 * 60 * minuteMs;

export function createTimeline(): Timeline {
  const drafts: Draft[] = [];
  const taken: { from: number; to: number }[] = [];
  const said = new Map<string, number[]>();
  return {
    drafts,
    isFree: (moments) =>
      stretches(moments).every((one) =>
        taken.every(
          (other) => one.to + breathingSpaceMs < other.from || other.to + breathingSpaceMs < one.from,
        ),
      ),
    add: (added) => {
      drafts.push(...added);
      taken.push(...stretches(added.map((draft) => draft.at)));
      for (const { text, at } of added) said.set(text, [...(said.get(text) ?? []), at]);
    },
    hasSaid: (text, at) =>
      text.length > smallTalkLength &&
      (said.get(text) ?? []).some((other) => Math.abs(at - other) < forgottenAfterMs),
  };
}

/** When each line is sent, from the start: the written gaps, or as long as it takes to type. */
export function momentsOf(lines: Line[], start: number, random: Random, exact: boolean): number[] {
  let at = start;
  return lines.map((line, position) => {
    if (position > 0) at += gapMs(line, random, exact);
    return at;
  });
}

function gapMs(line: Line, random: Random, exact: boolean): number {
  if (line.gapMinutes === 0) return 20_000;
  if (line.gapMinutes === null)
    return Math.round((25 + line.text.length * 0.3) * 1000 * (0.7 + random.next()));
  return line.gapMinutes * minuteMs + (exact ? 0 : random.between(-25, 25) * 1000);
}

function stretches(moments: number[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const moment of moments) {
    const last = found.at(-1);
    if (last !== undefined && moment - last.to <= silenceMs) last.to = moment;
    else found.push({ from: moment, to: moment });
  }
  return found;
}
