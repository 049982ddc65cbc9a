/** Values for several fields of one object. Each is valid alone; the server has to judge them together. */
export interface HostileGroup {
  name: string;
  values: Readonly<Record<string, unknown>>;
}

const inBerlin = { start: "1900-01-07T10:00", end: "1900-01-07T11:00", zone: "Europe/Berlin" };

/** Times at the edges of the calendar, on the clocks that are furthest from UTC, and rules that begin there. */
const times: HostileGroup[] = [
  {
    name: "the last hour in the west",
    values: { start: "2199-12-31T23:00", end: "2199-12-31T23:30", zone: "America/New_York" },
  },
  {
    name: "the last hour in the east",
    values: { start: "2199-12-31T23:00", end: "2199-12-31T23:30", zone: "Pacific/Kiritimati" },
  },
  {
    name: "the first hour in the east",
    values: { start: "1900-01-01T00:00", end: "1900-01-01T00:30", zone: "Europe/Berlin" },
  },
  {
    name: "the first hour in the west",
    values: { start: "1900-01-01T00:00", end: "1900-01-01T00:30", zone: "Etc/GMT+12" },
  },
  {
    name: "the hour that clocks skip",
    values: { start: "2027-03-28T02:00", end: "2027-03-28T03:00", zone: "Europe/Berlin" },
  },
  {
    name: "the hour that clocks show twice",
    values: { start: "2027-10-31T02:30", end: "2027-10-31T02:30", zone: "Europe/Berlin" },
  },
  {
    name: "a zone that only one side knows",
    values: { start: "2027-03-10T10:00", end: "2027-03-10T11:00", zone: "US/Pacific-New" },
  },
  {
    name: "the last day in the west",
    values: { allDay: true, start: "2199-12-31", end: "2200-01-01", zone: "America/New_York" },
  },
  {
    name: "the first day in the east",
    values: { allDay: true, start: "1900-01-01", end: "1900-01-02", zone: "Pacific/Kiritimati" },
  },
  { name: "rare days for centuries", values: { ...inBerlin, rule: "FREQ=DAILY;BYMONTHDAY=31;BYDAY=SU" } },
  { name: "weeks for centuries", values: { ...inBerlin, rule: "FREQ=WEEKLY" } },
  {
    name: "a rule that counts past the last day",
    values: {
      start: "2199-06-01T10:00",
      end: "2199-06-01T11:00",
      zone: "UTC",
      rule: "FREQ=DAILY;COUNT=5000",
    },
  },
];

/** Ranges at the edges, by the clocks that are furthest from UTC. */
const ranges: HostileGroup[] = [
  {
    name: "the last instants in the west",
    values: { from: "2199-12-30T00:00:00.000Z", until: "2199-12-31T23:59:59.999Z", zone: "America/New_York" },
  },
  {
    name: "the first instants in the east",
    values: {
      from: "1900-01-01T00:00:00.000Z",
      until: "1900-01-02T00:00:00.000Z",
      zone: "Pacific/Kiritimati",
    },
  },
  { name: "the last days in the west", values: { from: "2199-12-30", to: "2199-12-31", zone: "Etc/GMT+12" } },
  {
    name: "the first days in the east",
    values: { from: "1900-01-01", to: "1900-01-02", zone: "Pacific/Kiritimati" },
  },
];

/** Days with a time at the edges, which as instants lie beyond them. */
const clocks: HostileGroup[] = [
  {
    name: "the last hour of a day in the west",
    values: { date: "2199-12-31", clock: { time: "23:00", zone: "Etc/GMT+12" } },
  },
  {
    name: "the first hour of a day in the east",
    values: { date: "1900-01-01", clock: { time: "00:00", zone: "Pacific/Kiritimati" } },
  },
];

/** An object may do without these. */
const optional = ["end", "allDay"];

/** Returns the groups for an object with these keys. */
export function hostileGroups(keys: ReadonlySet<string>): HostileGroup[] {
  return [...times, ...ranges, ...clocks].flatMap(({ name, values }) => {
    const missing = Object.keys(values).filter((key) => !keys.has(key));
    if (missing.some((key) => !optional.includes(key))) return [];
    return { name, values: Object.fromEntries(Object.entries(values).filter(([key]) => keys.has(key))) };
  });
}
