import type { Place } from "./places.ts";

/** Texts that grow, sort, split, fold or match slowly, each repeated up to a length. */
export const growingTexts: Record<string, string> = {
  "a letter of eighteen letters": "\ufdfa",
  newlines: "\n",
  Cyrillic: "ж",
  "marks in the wrong order": "a\u0315\u0316\u0591\u05b0",
  "one word": "x",
  ligatures: "ﬃ",
  "a letter that grows in lower case": "İ",
  "calls of nobody": "`@",
  "addresses that never end": "@.",
  patterns: '%_\\"',
  separators: ";,|-",
};

/** No text, wherever they stand: PostgreSQL takes none of them. */
export const unstorableTexts: Record<string, string> = {
  NUL: "a\u0000b",
  "half a character": "a\ud800b",
  "the other half": "\udc00",
};

/** Dates that one side reads and the other does not. */
const dates: Record<string, string> = {
  "year 0": "0000-01-01T00:00:00.000Z",
  "day of year 0": "0000-01-01",
  "year 9999": "9999-12-31T23:59:59.999Z",
  "a far year": "+275760-09-13T00:00:00.000Z",
};

/** The first and the last time of the calendar: both are taken, and lie beyond it by some clocks. */
const edges: Record<string, Record<string, string>> = {
  "date-time": {
    "the first instant": "1900-01-01T00:00:00.000Z",
    "the last instant": "2199-12-31T23:59:59.999Z",
  },
  date: { "the first day": "1900-01-01", "the last day": "2199-12-31" },
  wall: {
    "the first minute": "1900-01-01T00:00",
    "the last minute": "2199-12-31T23:59",
    "the first day": "1900-01-01",
    "the last day": "2199-12-31",
    "a time that clocks skip": "2027-03-28T02:30",
    "no day": "2027-02-30",
  },
};

/** Rules that look at very many days, give very many or none, or say what no rule may. */
const rules: Record<string, string> = {
  "a rule of rare days": "FREQ=DAILY;BYMONTHDAY=31;BYDAY=SU;UNTIL=29991231",
  "a rule of one month": "FREQ=WEEKLY;BYMONTH=12;BYDAY=SU;UNTIL=29991231",
  "a rule that counts beyond the calendar": "FREQ=WEEKLY;BYMONTH=1;BYDAY=MO;COUNT=5000",
  "a rule of many days": "FREQ=DAILY;COUNT=5000",
  "a rule of centuries": "FREQ=YEARLY;INTERVAL=9999",
  "a rule without a day": "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
  "a rule of seconds": "FREQ=SECONDLY",
  "a rule of all years' days": `FREQ=YEARLY;BYYEARDAY=${Array.from({ length: 100 }, (_, day) => day + 1).join()};BYSETPOS=-1`,
};

/** Zones that only one of Node, PostgreSQL and a browser may know, and those furthest from UTC. */
const zones: Record<string, string> = {
  "a zone of long ago": "US/Pacific-New",
  "a zone of PostgreSQL": "posixrules",
  "a zone by its offset": "Etc/GMT+12",
  "the first zone of a day": "Pacific/Kiritimati",
  "a zone in lower case": "europe/berlin",
  "a zone that skipped a day": "Pacific/Apia",
};

/** Valid values for fields with these names. */
const byName: Record<string, Record<string, string>> = {
  rule: rules,
  zone: zones,
  timeZone: zones,
  seenTimeZone: zones,
};

const numbers: Record<string, unknown> = {
  "the largest whole number": Number.MAX_SAFE_INTEGER,
  "the smallest whole number": Number.MIN_SAFE_INTEGER,
  "beyond int4": 2 ** 31,
  "a huge number": 1e308,
  "half a number": 0.5,
  "no number": "NaN",
};

export interface HostileValue {
  name: string;
  value: unknown;
  /** Must be refused for every kind of person. */
  isRefused: boolean;
}

/** Well-formed, so that only a look into the database tells. */
const ids = { "an ID of nothing": "01940000-0000-7000-8000-0000000000ff" };

/**
 * Values for a place: texts as long as its schema allows, or `longest` where the schema allows any length, and never
 * more than `mostBytes` of JSON in UTF-8; lists with `mostElements`.
 */
export function hostileValues(
  { path, kind, maxLength, format, isClosed }: Place,
  { longest = 12_000, mostElements = 30_000, mostBytes = Number.POSITIVE_INFINITY } = {},
): HostileValue[] {
  if (kind === "number") return named(numbers);
  if (kind === "array") {
    return [
      { name: "ones", value: Array.from({ length: mostElements }, () => 1), isRefused: false },
      { name: "deep nesting", value: nested(2_000), isRefused: true },
    ];
  }
  const isDate = format !== undefined && format in edges;
  const name = path.findLast((key) => typeof key === "string");
  const always = [
    ...named(byName[name ?? ""] ?? {}),
    // A text that is kept has its halves mended; nothing keeps NUL.
    ...named(unstorableTexts).map((one) => ({ ...one, isRefused: one.name === "NUL" })),
    ...(isDate ? named(dates).map((one) => ({ ...one, isRefused: true })) : []),
    ...named(edges[format ?? ""] ?? {}),
    ...named(format === "uuid" ? ids : {}),
  ];
  const length = maxLength ?? longest;
  const growing = Object.entries(growingTexts).map(([name, part]) => ({
    name,
    value: repeated(part, Math.min(length, mostBytes * (part.length / byteLength(part)))),
    isRefused: false,
  }));
  // Fields that accept few texts read only the first letters of this, or treat all of it in the same way.
  return isClosed ? [...always, ...growing.slice(0, 2)] : [...always, ...growing];
}

/** A text over and over, up to a length, with no character cut in two. */
export function repeated(part: string, length: number): string {
  return part.repeat(Math.max(1, Math.floor(length / part.length)));
}

/** The bytes of a text as JSON, at most three for a unit that is not escaped. */
function byteLength(text: string): number {
  const json = JSON.stringify(text);
  return Array.from(json, (sign) => (sign <= "\u007f" ? 1 : 3 * sign.length)).reduce(
    (sum, one) => sum + one,
    -2,
  );
}

function named(values: Record<string, unknown>): HostileValue[] {
  return Object.entries(values).map(([name, value]) => ({ name, value, isRefused: false }));
}

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}
