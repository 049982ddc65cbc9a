import type { DemoCalendar } from "./calendar.ts";
import type { Chatter } from "./chatter/all.ts";
import { words } from "./chatter/words.ts";
import type { Random } from "./random.ts";
import { parseTalks, type Talk } from "./script.ts";
import { parseTable } from "./table.ts";
import { type Draft, momentsOf, type Timeline } from "./timeline.ts";
import { type Bindings, fillMoments, fillWords } from "./wording.ts";

/** The facts about a conversation that everyday talk needs. */
export type Setting = {
  timeline: Timeline;
  calendar: DemoCalendar;
  random: Random;
  /** Nothing is said after this moment. */
  until: number;
  /**
   * Returns the possible speakers at a moment. The rule is `any`, `team`, `pager`, or the key of a department or
   * person.
   */
  speakers: (rule: string, moment: number) => string[];
  nameOf: (personKey: string) => string;
};

/** How many working days the demo company looks back. */
export const workdaysBack = 30;

/** Puts everyday talk of one kind between what is already in the timeline. */
export function addEverydayTalk(chatter: Chatter, setting: Setting): void {
  const talks = parseTalks(chatter.script);
  if (chatter.kind === "once") {
    talks.forEach((talk, at) => {
      place(talk, ownDay(talk) ?? spread(at, talks.length), new Map(), setting);
    });
  } else if (chatter.kind === "rows") {
    const rows = parseTable(chatter.rows);
    rows.forEach((row, at) => {
      const talk = setting.random.deal("form", talks);
      const day = spread(at, rows.length);
      if (!place(talk, day, row, setting)) place(setting.random.deal("form", talks), day + 1, row, setting);
    });
  } else {
    const done = new Set<Talk>();
    for (let day = workdaysBack; day >= 0; day -= 1) sayOften(talks, done, chatter.perDay, day, setting);
  }
}

function sayOften(talks: Talk[], done: Set<Talk>, perDay: number, day: number, setting: Setting): void {
  const times = Math.floor(perDay) + (setting.random.chance(perDay % 1) ? 1 : 0);
  for (let time = 0; time < times; time += 1) {
    const talk = setting.random.deal("talk", talks);
    if (done.has(talk)) continue;
    const placed = place(talk, day, new Map(), setting);
    if (placed && talk.head.includes("once")) done.add(talk);
  }
}

/** From the first working day to today, evenly and in order. */
function spread(at: number, of: number): number {
  return workdaysBack - Math.floor((at * (workdaysBack + 1)) / of);
}

function ownDay(talk: Talk): number | null {
  const day = /\bd(\d+)\b/.exec(talk.head)?.[1];
  return day === undefined ? null : Number(day);
}

/** Tries some moments of a day, then of the days before; answers whether one was free. */
function place(talk: Talk, wantedDay: number, row: Map<string, string>, setting: Setting): boolean {
  const { timeline, calendar, random, until } = setting;
  const [, from = "9", to = "17"] = /\b(\d+)-(\d+)\b/.exec(talk.head) ?? [];
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const day = calendar.workday(Math.min(workdaysBack, wantedDay + Math.floor(attempt / 20)));
    if (day === null) continue;
    const start =
      calendar.moment(day, random.between(Number(from) * 60, Number(to) * 60)) + random.between(1, 58_000);
    const moments = momentsOf(talk.lines, start, random, false);
    const end = moments.at(-1) ?? start;
    if (end > until || end > calendar.moment(day, 19 * 60) || !timeline.isFree(moments)) continue;
    const drafts = speak(talk, moments, new Map(row), setting);
    if (drafts === null || drafts.some((draft) => timeline.hasSaid(draft.text, draft.at))) continue;
    timeline.add(drafts);
    return true;
  }
  return false;
}

/** Gives the lines to people and fills their words; null when nobody is there to say one of them. */
function speak(talk: Talk, moments: number[], bindings: Bindings, setting: Setting): Draft[] | null {
  const cast = castOf(talk, moments[0] ?? 0, bindings, setting);
  if (cast === null) return null;
  for (const [part, person] of cast) bindings.set(`${part}.name`, setting.nameOf(person));
  return talk.lines.map((line, position) => {
    const at = moments[position] ?? 0;
    const text = fillWords(line.text, bindings, words, setting.random);
    return {
      who: cast.get(line.who) ?? line.who,
      at,
      text: fillMoments(text, at, setting.calendar),
      edited: line.edited || setting.random.chance(0.02),
      deleted: line.deleted,
    };
  });
}

/** People for the parts `a`, `b` and `c`, each another; a row of a table may name who `a` is. */
function castOf(talk: Talk, moment: number, row: Bindings, setting: Setting): Map<string, string> | null {
  const named = talk.lines.map((line) => line.who).filter((who) => who.length > 1);
  const cast = new Map<string, string>();
  for (const part of ["a", "b", "c"]) {
    if (!talk.lines.some((line) => line.who === part)) continue;
    const writer = part === "a" ? row.get("who") : undefined;
    const rule = new RegExp(`\\b${part}=([a-z-]+)`).exec(talk.head)?.[1] ?? "any";
    const free = setting
      .speakers(writer ?? rule, moment)
      .filter((person) => !named.includes(person) && ![...cast.values()].includes(person));
    if (free.length === 0) return null;
    // Some people write more than others: the first ones of the list come up more often.
    cast.set(
      part,
      setting.random.pick(free.slice(0, Math.ceil(free.length * (0.25 + 0.75 * setting.random.next())))),
    );
  }
  return cast;
}
