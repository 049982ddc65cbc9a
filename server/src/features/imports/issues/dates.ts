import { timeOf } from "../task-words.ts";

/** Which number comes first in dates such as 2/1/24. */
export type DateOrder = "day" | "month";

/** The first letters of months in the languages in which trackers write them, without accents. */
const months = [
  "jan ene gen janv sty oca янв",
  "feb fev sub лют luty фев",
  "mar mrt maa мар",
  "apr avr abr kwi nis апр",
  "may mai mag mei maj май мая",
  "jun juin giu cze haz июн",
  "jul juil lug lip tem июл",
  "aug aou ago sie agu авг",
  "sep set szep wrz eyl сен",
  "oct okt ott out paz eki окт",
  "nov lis kas ноя",
  "dec dez dic des gru ara дек",
].map((words) => words.split(" ").map(fold));

function fold(word: string): string {
  return word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** A date as it is written: its day before any change of zone. */
interface Written {
  year: number;
  month: number;
  day: number;
  clock: string;
  zone: string;
}

/**
 * Returns the time that a date names: ISO, RFC 2822, as JavaScript writes it, or one of the usual formats, such as
 * `24/Sep/21 2:22 PM`. A time without a zone counts as UTC. Undefined if it cannot be read.
 */
export function readDate(value: string, order: DateOrder = "day"): Date | undefined {
  const written = read(value, order);
  if (!written) return undefined;
  const { year, month, day, clock, zone } = written;
  const time = /(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\.\d+)?\s*([ap]\.?m)?/i.exec(clock);
  const half = (time?.[4] ?? "").toLowerCase();
  const hour = time ? (Number(time[1]) % (half ? 12 : 24)) + (half.startsWith("p") ? 12 : 0) : 0;
  const at = Date.UTC(year, month - 1, day, hour, Number(time?.[2] ?? 0), Number(time?.[3] ?? 0));
  const [, sign, hours, minutes = "0"] = /^(?:UTC|GMT)?([+-])(\d{2}):?(\d{2})?$/i.exec(zone) ?? [];
  const offset = sign === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  return timeOf(new Date(at - offset * 60_000));
}

/** Returns the day that a date names, in the zone in which it is written. Undefined if it cannot be read. */
export function dayOf(value: string, order: DateOrder = "day"): string | undefined {
  const written = read(value, order);
  if (!written) return undefined;
  const at = timeOf(new Date(Date.UTC(written.year, written.month - 1, written.day)));
  return at?.toISOString().slice(0, 10);
}

function read(value: string, order: DateOrder): Written | undefined {
  const text = value.trim().slice(0, 60);
  if (text === "") return undefined;
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](.*))?$/.exec(text);
  if (iso) return written(iso[1], Number(iso[2]), iso[3], iso[4]);
  const mail = /^[a-z]{3}, (\d{1,2}) ([a-z]{3}) (\d{4})(?: (.*))?$/i.exec(text);
  if (mail) return written(mail[3], monthOf(mail[2]), mail[1], mail[4]);
  const script =
    /^[a-z]{3} ([a-z]{3}) (\d{1,2}) (\d{4}) (\d{2}:\d{2}:\d{2}) (?:GMT|UTC)([+-]\d{4})?(?: \(.*)?$/i.exec(
      text,
    );
  if (script) return written(script[3], monthOf(script[1]), script[2], `${script[4]}${script[5] ?? ""}`);
  const named = /^(\d{1,2})[/. -]{1,2}(\p{L}{3,12})\.?[/. -]{1,2}(\d{4}|\d{2})(?!\d)(.*)$/u.exec(text);
  if (named) return written(named[3], monthOf(named[2]), named[1], named[4]);
  const english = /^(\p{L}{3,12})\.? (\d{1,2}),? (\d{4})(?!\d)(.*)$/u.exec(text);
  if (english) return written(english[3], monthOf(english[1]), english[2], english[4]);
  const numbers = numbersOf(text);
  if (!numbers) return undefined;
  const { first, second, sign, year, clock } = numbers;
  // Only dates with slashes are written with the month first.
  return sign === "/" && order === "month"
    ? written(year, first, `${second}`, clock)
    : written(year, second, `${first}`, clock);
}

function numbersOf(text: string) {
  const [, first, sign, second, year = "", clock = ""] =
    /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)(.*)$/.exec(text) ?? [];
  return first === undefined
    ? undefined
    : { first: Number(first), second: Number(second), sign, year, clock };
}

function written(year = "", month = -1, day = "", rest = ""): Written | undefined {
  const whole = Number(year) + (year.length === 2 ? 2000 : 0);
  const isDay = new Date(Date.UTC(whole, month - 1, Number(day))).getUTCDate() === Number(day);
  if (month < 1 || month > 12 || !isDay) return undefined;
  // Anything but a time after it makes it a date of another kind.
  const [, clock = "", zone = "", other] =
    /^[,\s]*(\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\.\d+)?(?:\s*[ap]\.?m\.?)?)?\s*(Z|(?:UTC|GMT)?[+-]\d{2}:?\d{2}|UTC|GMT)?(.*)$/is.exec(
      rest,
    ) ?? [];
  return other === "" || (clock !== "" && /^\s*[A-Z]{2,5}$/.test(other ?? ""))
    ? { year: whole, month, day: Number(day), clock, zone }
    : undefined;
}

function monthOf(name = ""): number {
  const word = fold(name);
  // Finnish November begins like March.
  if (word.startsWith("marras")) return 11;
  return months.findIndex((words) => words.some((one) => word.startsWith(one))) + 1;
}

/** Finds out which order the dates of a file are in. */
export function dateOrderFinder() {
  const votes = { day: 0, month: 0, half: 0 };
  return {
    see(value: string): void {
      const numbers = numbersOf(value.trim().slice(0, 60));
      if (numbers?.sign !== "/") return;
      if (numbers.first > 12) votes.day += 1;
      else if (numbers.second > 12) votes.month += 1;
      else if (/[ap]\.?m/i.test(numbers.clock)) votes.half += 1;
    },
    /** Where all dates fit both, those with AM and PM are American. */
    order(): DateOrder {
      if (votes.day === votes.month) return votes.day === 0 && votes.half > 0 ? "month" : "day";
      return votes.month > votes.day ? "month" : "day";
    },
  };
}
