import { searchRoutes } from "@atoll/contract/search/routes";
import { beforeAll, expect, test } from "vitest";
import { idsByName } from "../../../test/announcers.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createPlanners, type Planner } from "../../../test/planners.ts";

const server = sharedServer();
let [mari, ines, dev, greta]: Planner[] = [];
let marketing: string;

beforeAll(async () => {
  [mari, ines, dev, greta] = await createPlanners(server, {
    Mari: { departments: ["Marketing"] },
    Ines: { departments: ["Marketing"] },
    Dev: { departments: ["DevOps"] },
    Greta: { roles: ["admin"] },
  });
  marketing = (await idsByName(server.db, "departments")).Marketing ?? "";
});

const search = async (who: Planner, query: string) =>
  (await who.client.call(searchRoutes.searchEverywhere, { query: { query } })).items;

test("events are found by those who may read all of them, and private ones only by organiser and attendees", async () => {
  const at = { start: "2027-01-18T09:00", end: "2027-01-18T10:00", departmentId: marketing };
  const open = await mari!.create({ ...at, title: "Regatta brand sync", location: "Heron" });
  await mari!.create({
    ...at,
    title: "Regatta salaries",
    visibility: "private",
    invite: { personIds: [dev!.id] },
  });
  const days = { start: "2027-01-25", end: "2027-01-28", allDay: true, departmentId: undefined };
  await mari!.create({ ...at, ...days, title: "Regatta" });
  const titles = async (who: Planner) =>
    (await search(who, "regatta")).map(({ title }) => title.text).toSorted();
  expect(await titles(mari!)).toEqual(["Regatta", "Regatta brand sync", "Regatta salaries"]);
  expect(await titles(ines!)).toEqual(["Regatta brand sync"]);
  expect(await titles(greta!)).toEqual(["Regatta brand sync"]);
  expect(await titles(dev!)).toEqual(["Regatta salaries"]);
  const [whole] = (await search(mari!, "regatta")).filter(({ title }) => title.text === "Regatta");
  expect(whole?.detail).toMatchObject({ isAllDay: true, startsOn: "2027-01-25", endsOn: "2027-01-27" });
  expect((await search(ines!, "heron in:marketing"))[0]).toMatchObject({
    id: open.id,
    link: `/calendar?event=${open.id}`,
    detail: { kind: "event", isAllDay: false, location: "Heron" },
  });
});
