import type { DemoCalendar } from "./calendar.ts";
import type { Random } from "./random.ts";
import { parseTalks } from "./script.ts";
import { type Draft, momentsOf, type Timeline } from "./timeline.ts";
import { fillMoments } from "./wording.ts";

/** Puts the written talk of one conversation into its timeline; answers when the last one starts. */
export function addWrittenTalk(
  script: string,
  timeline: Timeline,
  calendar: DemoCalendar,
  random: Random,
): number | null {
  let lastStart: number | null = null;
  for (const talk of parseTalks(script)) {
    const { start, exact } = startOf(talk.head, calendar);
    const moments = momentsOf(talk.lines, start, random, exact);
    let root: Draft | undefined;
    timeline.add(
      talk.lines.map((line, position) => {
        const at = moments[position] ?? start;
        const draft: Draft = { ...line, at, text: fillMoments(line.text, at, calendar) };
        if (line.inThread) draft.parent = root;
        else root = draft;
        return draft;
      }),
    );
    lastStart = Math.max(lastStart ?? start, start);
  }
  return lastStart;
}

function startOf(head: string, calendar: DemoCalendar): { start: number; exact: boolean } {
  const minutesAgo = /^m(\d+)$/.exec(head)?.[1];
  if (minutesAgo !== undefined) return { start: calendar.now - Number(minutesAgo) * 60_000, exact: true };
  const [, back, hour, minute] = /^d(\d+) (\d\d):(\d\d)$/.exec(head) ?? [];
  const day = calendar.workday(Number(back));
  if (day === null || Number.isNaN(day)) throw new Error(`demo talk: cannot read the time "${head}"`);
  // A few seconds past the minute, since nobody writes on the stroke; the head decides which.
  const seconds = (Number(back) * 17 + Number(minute) * 7) % 55;
  return { start: calendar.moment(day, Number(hour) * 60 + Number(minute)) + seconds * 1000, exact: false };
}
