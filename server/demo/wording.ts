import type { DemoCalendar } from "./calendar.ts";
import type { Random } from "./random.ts";

/** The values of each `{name}` in one exchange. A drawn word is the same in all of its lines. */
export type Bindings = Map<string, string>;

/**
 * Fills the braces of a template, the inner ones first: `{this|that}` chooses, `{room}` is looked up
 * in `bindings` and else drawn from `words`, `{Room}` is the same with a capital. Braces that are
 * neither (the moments below) are left alone.
 */
export function fillWords(
  template: string,
  bindings: Bindings,
  words: Record<string, readonly string[]>,
  random: Random,
): string {
  let text = template;
  for (let step = 0; ; step += 1) {
    const group = /\{([^{}]*)\}/.exec(text);
    if (group === null) return text.replaceAll("\u0001", "{").replaceAll("\u0002", "}");
    const inside = group[1] ?? "";
    const filled = inside.includes("|")
      ? random.deal(`${template}/${step}`, inside.split("|"))
      : lookUp(inside, bindings, words, random);
    // Unknown placeholders are replaced by a marker, so that the loop ends.
    text = text.replace(group[0], () => filled ?? `\u0001${inside}\u0002`);
  }
}

function lookUp(
  name: string,
  bindings: Bindings,
  words: Record<string, readonly string[]>,
  random: Random,
): string | undefined {
  const lower = name.charAt(0).toLowerCase() + name.slice(1);
  const options = words[lower];
  if (!bindings.has(lower) && options !== undefined)
    bindings.set(lower, random.deal(`word ${lower}`, options));
  const value = bindings.get(lower);
  if (value === undefined || lower === name) return value;
  return value.charAt(0).toUpperCase() + value.slice(1);
}

/**
 * Fills what depends on when a message is sent: `{day+3}` is the weekday three working days later,
 * `{next}` "tomorrow" or "on Monday", `{today}` the day the company was made as seen from the
 * message, `{clock-46}` the time 46 minutes before it was made. Throws on any brace that is left.
 */
export function fillMoments(text: string, sentAt: number, calendar: DemoCalendar): string {
  const day = calendar.dayOf(sentAt);
  const today = calendar.dayOf(calendar.now);
  const ago = (minutes: number) => calendar.now - minutes * 60_000;
  return text.replace(/\{([a-z]+)([+-]\d+)?\}/g, (brace, name: string, amount: string | undefined) => {
    if (name === "day") return calendar.weekdayName(calendar.shiftWorkdays(day, Number(amount)));
    if (name === "clock") return calendar.clock(ago(-Number(amount)));
    if (name === "today") return today === day + 1 ? "tomorrow" : calendar.weekdayName(today);
    if (name === "swap") return calendar.clock(floorTo(5, ago(58)));
    if (name === "close") return closingTime(calendar, today);
    if (name === "next") {
      const next = calendar.shiftWorkdays(day, 1);
      return next === day + 1 ? "tomorrow" : `on ${calendar.weekdayName(next)}`;
    }
    throw new Error(`demo text: nothing stands for ${brace}`);
  });
}

/** The office closes at 14:00, unless it is too late for that: then in about two hours. */
function closingTime(calendar: DemoCalendar, today: number): string {
  const planned = calendar.moment(today, 14 * 60);
  const late = calendar.now > planned - 60 * 60_000;
  return calendar.clock(late ? floorTo(30, calendar.now + 150 * 60_000) : planned);
}

function floorTo(minutes: number, moment: number): number {
  return Math.floor(moment / (minutes * 60_000)) * minutes * 60_000;
}
