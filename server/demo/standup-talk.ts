import { diaries, standupForms, standupOpenings } from "./chatter/standups.ts";
import { type Setting, workdaysBack } from "./everyday.ts";
import { fillWords } from "./wording.ts";

type Note = { who: string; before: string | undefined; now: string; day: number };

type Diary = { who: string; from: number; until: number; entries: string[] };

/** Puts the stand-up notes of a team into its channel: three mornings a week, some people each time. */
export function addStandups(team: string, setting: Setting): void {
  const { calendar } = setting;
  const mornings = Array.from({ length: workdaysBack + 1 }, (_, at) => workdaysBack - at).flatMap((back) => {
    const day = calendar.workday(back);
    return day !== null && isStandupDay(calendar.weekdayName(day)) ? [{ back, day }] : [];
  });
  const notes = parseDiaries(diaries[team] ?? "").flatMap((diary, position) => {
    const own = mornings.filter(({ back }) => back <= diary.from && back >= diary.until);
    return diary.entries.flatMap((now, at): Note[] => {
      // Shifted by person, so that not all of a team speak on the same mornings.
      const turn = Math.floor(((at + ((position * 3) % 7) / 7) * own.length) / diary.entries.length);
      const morning = own[turn];
      return morning === undefined
        ? []
        : [{ who: diary.who, before: diary.entries[at - 1], now, day: morning.day }];
    });
  });
  for (const note of notes.toSorted((one, other) => one.day - other.day)) post(note, setting);
}

function post({ who, before, now, day }: Note, setting: Setting): void {
  const { timeline, calendar, random } = setting;
  const form =
    before === undefined ? random.deal("opening", standupOpenings) : random.deal("standup", standupForms);
  for (let attempt = 0; attempt < 30; attempt += 1) {
    // Around nine; when that is taken by another talk, whenever they get to it.
    const at =
      calendar.moment(day, random.between(9 * 60 - 10, 9 * 60 + 25 + attempt * 3)) +
      random.between(1, 58_000);
    if (at > setting.until || !timeline.isFree([at])) continue;
    const text = fillWords(form, new Map(Object.entries({ before: before ?? "", now })), {}, random);
    timeline.add([{ who, at, text, edited: random.chance(0.03), deleted: false }]);
    return;
  }
}

function parseDiaries(text: string): Diary[] {
  return text
    .trim()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [, who, bound, back, entries] = /^([a-z]+)(?: (from|until) d(\d+))?: (.+)$/.exec(line) ?? [];
      if (who === undefined || entries === undefined) throw new Error(`demo diary: cannot read "${line}"`);
      return {
        who,
        from: bound === "from" ? Number(back) : workdaysBack,
        until: bound === "until" ? Number(back) : 0,
        entries: entries.split("; "),
      };
    });
}

function isStandupDay(weekday: string): boolean {
  return weekday === "Monday" || weekday === "Wednesday" || weekday === "Friday";
}
