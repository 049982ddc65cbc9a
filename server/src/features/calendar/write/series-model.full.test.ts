import { eventRoutes as routes } from "@atoll/contract/calendar/routes";
import { describe, expect, test } from "vitest";
import { sharedServer } from "../../../../test/for-file.ts";
import { createPlanners, type Planner } from "../../../../test/planners.ts";
import {
  deleteFromModel,
  editModel,
  later,
  type ModelEdit,
  type ModelEvent,
  modelOf,
  visible,
} from "../../../../test/series-model.ts";

const server = sharedServer();
/** The nightly run makes more edits. */
const editCount = Number(process.env.ATOLL_SERIES_EDITS ?? 20);
const editsOfSeries = 10;
const start = "2027-03-10T10:00";
/** Clocks change in the two others during the series. */
const zones = ["UTC", "Europe/Berlin", "America/New_York"] as const;

/** Returns pseudorandom numbers that are the same for each seed. */
function createChance(seed: number) {
  let state = seed * 2_654_435_761;
  return (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) | 0;
    return Math.abs(state >>> 3) % below;
  };
}

test.each(Array.from({ length: Math.ceil(editCount / editsOfSeries) }, (_, seed) => seed))(
  "random edits of a series do what they would do to a list of its times (%i)",
  { timeout: 60_000 },
  async (seed) => {
    const [planner] = await createPlanners(server, { [`Planner ${seed}`]: { roles: ["user"] } });
    const chance = createChance(seed + 1);
    const zone = zones[seed % zones.length]!;
    const { id } = await planner!.create({
      title: "Tide",
      start,
      end: later(start, 1),
      zone,
      rule: "FREQ=DAILY;INTERVAL=3;COUNT=9",
    });
    let model = [modelOf(id, start, "Tide", 9)];
    const done: string[] = [];
    for (let edit = 0; edit < editsOfSeries && model.length > 0; edit += 1) {
      const event = model[chance(model.length)]!;
      const next = await editBoth({ planner: planner!, chance, zone, done }, event, `Tide ${edit}`);
      model = [...model.filter((one) => one !== event), ...next].filter((one) => visible(one).length > 0);
      expect(await shown(planner!), done.join("\n")).toEqual(expected(model));
    }
  },
);

interface Story {
  planner: Planner;
  chance: (below: number) => number;
  zone: string;
  done: string[];
}

async function editBoth(
  { planner, chance, zone, done }: Story,
  event: ModelEvent,
  title: string,
): Promise<ModelEvent[]> {
  const scope = (["this", "following", "all"] as const)[chance(3)]!;
  const at = chance(visible(event).length);
  const occurrence = (await times(planner)).filter(({ eventId }) => eventId === event.id)[at]!.occurrence;
  const open = await planner.open(event.id, occurrence);
  if (chance(8) === 0) {
    done.push(`delete ${scope} ${at} of ${event.id}`);
    await planner.remove(open, { scope: scope === "all" ? "this" : scope, occurrence });
    return [deleteFromModel(event, { scope: scope === "all" ? "this" : scope, at })].filter((one) => !!one);
  }
  const kind = chance(3);
  const edit: ModelEdit = {
    scope,
    at,
    ...(kind !== 0 ? { moves: { hours: chance(60) - 30, lastsHours: 1 + chance(4) } } : {}),
    ...(kind !== 1 ? { title } : {}),
  };
  done.push(`${JSON.stringify(edit)} of ${event.id}`);
  const begin = later(open.occurrence.start, edit.moves?.hours ?? 0);
  const changed = await planner.change(open, {
    scope,
    occurrence,
    set: {
      ...(edit.title === undefined ? {} : { title: edit.title }),
      ...(edit.moves
        ? { times: { allDay: false, zone, start: begin, end: later(begin, edit.moves.lastsHours) } }
        : {}),
    },
  });
  return editModel(event, edit, changed!.id);
}

async function times(planner: Planner) {
  const query = { from: "2027-01-01T00:00:00.000Z", until: "2027-07-01T00:00:00.000Z" };
  const { items, events } = await planner.client.call(routes.listEvents, { query });
  const titles = new Map(events.map((event) => [event.id, event.title]));
  return items
    .map((item) => ({ ...item, title: item.title ?? titles.get(item.eventId) ?? "" }))
    .sort((a, b) => (a.occurrence < b.occurrence ? -1 : 1));
}

async function shown(planner: Planner): Promise<string[]> {
  return (await times(planner)).map((time) => `${time.start} ${time.end} ${time.title}`).sort();
}

function expected(model: readonly ModelEvent[]): string[] {
  return model
    .flatMap((event) => visible(event).map((time) => `${time.start} ${time.end} ${time.title}`))
    .sort();
}

describe("a moved time of a series", () => {
  const weekly = { start, end: "2027-03-10T11:00", zone: "Europe/Berlin", rule: "FREQ=WEEKLY;COUNT=4" };
  const moved = "2027-03-17T10:00";
  async function seriesWithMoved(name: string, zone = "Europe/Berlin") {
    const [planner] = await createPlanners(server, { [name]: { roles: ["user"] } });
    const series = await planner!.create(weekly);
    const to = { allDay: false, start: "2027-03-18T15:00", end: "2027-03-18T17:00", zone };
    await planner!.change(series, { scope: "this", occurrence: moved, set: { times: to } });
    return { planner: planner!, series: await planner!.open(series.id) };
  }
  const starts = async (planner: Planner) => (await times(planner)).map((time) => time.start);

  test("keeps its day when the series becomes all-day, and back", async () => {
    const { planner, series } = await seriesWithMoved("Days");
    const days = { allDay: true, start: "2027-03-10", end: "2027-03-11", zone: "Europe/Berlin" };
    await planner.change(series, { set: { times: days } });
    expect(await starts(planner)).toEqual(["2027-03-10", "2027-03-18", "2027-03-24", "2027-03-31"]);
    const hours = {
      allDay: false,
      start: "2027-03-10T09:00",
      end: "2027-03-10T09:30",
      zone: "Europe/Berlin",
    };
    await planner.change(await planner.open(series.id), { set: { times: hours } });
    const back = ["2027-03-10T09:00", "2027-03-18T09:00", "2027-03-24T09:00", "2027-03-31T09:00"];
    expect(await starts(planner)).toEqual(back);
  });

  test("keeps its instant when the series moves to another time zone", async () => {
    const { planner, series } = await seriesWithMoved("Zones");
    const { startsAt } = (await planner.open(series.id, moved)).occurrence;
    const there = {
      allDay: false,
      start: "2027-03-10T10:00",
      end: "2027-03-10T11:00",
      zone: "America/New_York",
    };
    await planner.change(series, { set: { times: there } });
    expect((await planner.open(series.id, moved)).occurrence.startsAt).toBe(startsAt);
  });

  test("as the first occurrence leaves an editable head when the series is split after it", async () => {
    const [planner] = await createPlanners(server, { Heads: { roles: ["user"] } });
    const series = await planner!.create(weekly);
    const to = { allDay: false, start: "2027-03-11T15:00", end: "2027-03-11T16:00", zone: "Europe/Berlin" };
    await planner!.change(series, { scope: "this", occurrence: start, set: { times: to, title: "First" } });
    const opened = await planner!.open(series.id, moved);
    await planner!.change(opened, { scope: "following", occurrence: moved, set: { title: "Rest" } });
    const head = await planner!.open(series.id);
    expect(head).toMatchObject({ isSeries: false, title: "First", start: "2027-03-11T15:00" });
    const again = { ...to, start: "2027-03-12T08:00", end: "2027-03-12T09:00" };
    const changed = await planner!.change(head, { set: { times: again, title: "Later" } });
    expect(changed).toMatchObject({ title: "Later", occurrence: { start: "2027-03-12T08:00" } });
  });
});

describe("a series that is moved by its days", () => {
  test.each([
    {
      rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;COUNT=6",
      first: "2027-03-01",
      dragged: "2027-03-05",
      to: "2027-03-08",
      days: ["2027-03-04", "2027-03-08", "2027-03-18", "2027-03-22", "2027-04-01", "2027-04-05"],
    },
    {
      rule: "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3",
      first: "2027-01-31",
      dragged: "2027-02-28",
      to: "2027-02-27",
      days: ["2027-01-30", "2027-02-27", "2027-03-30"],
    },
    {
      rule: "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3",
      first: "2027-01-31",
      dragged: "2027-03-31",
      to: "2027-04-01",
      days: ["2027-02-01", "2027-03-01", "2027-04-01"],
    },
  ])("$rule goes where it was dragged", async ({ rule, first, dragged, to, days }) => {
    const [planner] = await createPlanners(server, { [`Dragger ${to}`]: { roles: ["user"] } });
    const at = (day: string) => ({ allDay: false, start: `${day}T10:00`, end: `${day}T11:00`, zone: "UTC" });
    const series = await planner!.create({ ...at(first), rule });
    const occurrence = `${dragged}T10:00`;
    await planner!.change(series, { scope: "all", occurrence, set: { times: at(to) } });
    expect((await times(planner!)).map((time) => time.start.slice(0, 10))).toEqual(days);
  });

  test("is refused if its rule cannot follow, and nothing changes", async () => {
    const [planner] = await createPlanners(server, { Last: { roles: ["user"] } });
    const at = (day: string) => ({ allDay: false, start: `${day}T10:00`, end: `${day}T11:00`, zone: "UTC" });
    const rule = "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3";
    const series = await planner!.create({ ...at("2027-01-29"), rule });
    const body = {
      changeId: "01890000-0000-7000-8000-000000000000",
      version: series.version,
      scope: "all" as const,
      occurrence: "2027-02-26T10:00",
      set: { times: at("2027-02-25") },
    };
    const input = { params: { eventId: series.id }, body };
    expect(await planner!.refused(routes.changeEvent, input)).toBe("times_refused: rule");
    expect((await times(planner!)).map((time) => time.start.slice(0, 10))).toEqual([
      "2027-01-29",
      "2027-02-26",
      "2027-03-31",
    ]);
  });
});
