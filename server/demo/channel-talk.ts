import { callsByName } from "@atoll/contract/mentions";
import type { DemoCalendar } from "./calendar.ts";
import type { ChannelPlan } from "./channels.ts";
import { pagerRota } from "./chatter/alerts.ts";
import { chatterOf } from "./chatter/all.ts";
import { diaries, standupForms, standupOpenings } from "./chatter/standups.ts";
import { addEverydayTalk, type Setting, workdaysBack } from "./everyday.ts";
import { demoId } from "./ids.ts";
import { createRandom } from "./random.ts";
import { reactionsTo } from "./reactions.ts";
import { writtenTalk } from "./talk/all.ts";
import { createTimeline, type Draft } from "./timeline.ts";
import type { DemoEmployee, DemoMessage } from "./types.ts";
import { fillWords } from "./wording.ts";
import { addWrittenTalk } from "./written.ts";

const minuteMs = 60_000;
/** The pager changes hands at 09:35. */
const handoverMinute = 9 * 60 + 35;

/** All messages of one conversation, in order of time: what is written, then what fills the days. */
export function messagesOf(
  plan: ChannelPlan,
  people: Map<string, DemoEmployee>,
  calendar: DemoCalendar,
  seed: number,
): DemoMessage[] {
  const random = createRandom(`talk/${plan.key}`, seed);
  const timeline = createTimeline();
  const lastStart = addWrittenTalk(writtenTalk[plan.key] ?? "", timeline, calendar, random);

  const until =
    plan.scriptHasLastWord && lastStart !== null
      ? lastStart - 10 * minuteMs
      : calendar.now - plan.quietMinutes * minuteMs;
  const opened = calendar.now - plan.createdWeeksAgo * 7 * 24 * 60 * minuteMs;
  const setting: Setting = {
    timeline,
    calendar,
    random,
    until,
    speakers: (rule, moment) =>
      plan.members.filter((key) => {
        const person = people.get(key);
        if (person === undefined || moment < opened || !isAround(person, moment)) return false;
        return fits(person, rule, plan, moment, calendar);
      }),
    nameOf: (key) => people.get(key)?.name ?? key,
  };
  if (diaries[plan.key] !== undefined) addStandups(plan.key, setting);
  for (const chatter of chatterOf(plan.key)) addEverydayTalk(chatter, setting);
  const reactions = createRandom(`reactions/${plan.key}`, seed);
  const ids = new Map<Draft, string>();
  return inOrder(timeline.drafts).map(({ draft, at }, position) => {
    const around = plan.members.filter((key) => {
      const person = people.get(key);
      return person !== undefined && isAround(person, at);
    });
    const reacted = reactionsTo(draft, at, { around, now: calendar.now, random: reactions });
    const message = finish(draft, at, position, plan, calendar, seed);
    ids.set(draft, message.id);
    return {
      ...message,
      parentId: (draft.parent && ids.get(draft.parent)) ?? null,
      mentions: plan.members.filter((key) => callsByName(draft.text, people.get(key)?.name ?? key)),
      reactions: reacted,
    };
  });
}

function isAround(person: DemoEmployee, moment: number): boolean {
  return (
    person.joinedAt.getTime() < moment &&
    person.lastActiveAt !== null &&
    moment <= person.lastActiveAt.getTime()
  );
}

function fits(
  person: DemoEmployee,
  rule: string,
  plan: ChannelPlan,
  moment: number,
  calendar: DemoCalendar,
): boolean {
  if (rule === "any" || rule === person.key) return true;
  if (rule === "pager") return person.key === pagerHolder(moment, calendar);
  return person.departments.includes(rule === "team" ? (plan.departmentKey ?? "") : rule);
}

function pagerHolder(moment: number, calendar: DemoCalendar): string | undefined {
  return pagerRota.findLast(({ from }) => {
    const day = calendar.workday(from);
    return day !== null && calendar.moment(day, handoverMinute) <= moment;
  })?.who;
}

/** By time, and never two messages at the same moment. */
function inOrder(drafts: Draft[]): { draft: Draft; at: number }[] {
  let last = 0;
  return drafts
    .toSorted((one, other) => one.at - other.at)
    .map((draft) => {
      last = Math.max(draft.at, last + 1);
      return { draft, at: last };
    });
}

function finish(
  draft: Draft,
  at: number,
  position: number,
  plan: ChannelPlan,
  calendar: DemoCalendar,
  seed: number,
): Omit<DemoMessage, "parentId" | "mentions" | "reactions"> {
  const sentAt = new Date(at);
  const later = new Date(Math.min(at + (70 + (position % 5) * 25) * 1000, calendar.now));
  return {
    id: demoId(sentAt, `${seed}/message/${plan.key}/${position}`),
    channelKey: plan.key,
    authorKey: draft.who,
    sentAt,
    content: draft.text,
    editedAt: draft.edited ? later : null,
    deletedAt: draft.deleted ? later : null,
    pinnedAt: draft.pinned ? later : null,
    files: draft.files ?? [],
  };
}

type Note = { who: string; before: string | undefined; now: string; day: number };

type Diary = { who: string; from: number; until: number; entries: string[] };

/** Puts the stand-up notes of a team into its channel: three mornings a week, some people each time. */
function addStandups(team: string, setting: Setting): void {
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
