// @vitest-environment jsdom
import { onboardingRoutes as routes } from "@atoll/contract/onboarding/routes";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, it } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../test/chat/real-server.ts";
import { type Live, type LiveCase, proveLive, startLive } from "../../../test/start-live.tsx";
import {
  useFigures,
  useOnboarding,
  useOwnOnboardings,
  usePath,
  usePaths,
  usePeople,
} from "./data/queries.ts";

// After each event, the hooks of the pages of onboarding have the same data as a refetch from the real server.

let server: RealServer;
let [ana, ben]: RealPerson[] = [];
let admin: RealPerson;
let pathId: string;
let onboardingId: string;
let live: Live | undefined;

beforeAll(async () => {
  server = await startRealServer(["Ana", "Ben"]);
  [ana, ben] = server.people;
  admin = server.admin;
  pathId = uuidv7();
  const items = ["One", "Two", "Three", "Four"].map((title, index) => ({
    id: uuidv7(),
    kind: "text" as const,
    title,
    day: 20 + index,
    doer: index === 3 ? ("manager" as const) : ("newcomer" as const),
  }));
  const body = { id: pathId, name: "Engineer", ownerId: admin.id, stages: [{ name: "All", day: 1 }], items };
  await admin.call(routes.createPath, { body });
  await admin.call(routes.publishPath, { params: { pathId } });
  onboardingId = uuidv7();
  await admin.call(routes.startOnboarding, {
    body: { id: onboardingId, pathId, personId: ana!.id, startOn: "2030-01-07", managerId: ben!.id },
  });
});
afterAll(() => server.close());
afterEach(() => live?.end());

const of = () => ({ params: { onboardingId } });
const open = async (who: RealPerson) => (await who.call(routes.getOnboarding, of())).onboarding;
const own = async () => (await ana!.call(routes.listOwnOnboardings, {})).items;
async function tick(title: string): Promise<unknown> {
  const item = (await open(admin)).items.find((one) => one.title === title)!;
  return admin.call(routes.tickOnboardingItem, { params: { onboardingId, itemId: item.id } });
}
async function choose(people: object): Promise<unknown> {
  const { revision } = await open(admin);
  return admin.call(routes.changeOnboarding, { ...of(), body: { ...people, revision } });
}
const people = async () => (await ben!.call(routes.listOnboardings, { query: {} })).items;

const cases: Record<string, LiveCase & { who: () => RealPerson }> = {
  "a newcomer's path": {
    who: () => ana!,
    event: "onboarding.changed",
    show: () => useOwnOnboardings().data,
    fresh: own,
    act: () => tick("One"),
  },
  "somebody's path at their manager's": {
    who: () => ben!,
    event: "onboarding.changed",
    show: () => useOnboarding(onboardingId).data,
    fresh: () => open(ben!),
    act: () => tick("Two"),
  },
  "the people of a manager": {
    who: () => ben!,
    event: "onboarding.changed",
    show: () => usePeople({ state: "running" }).items,
    fresh: people,
    act: () => choose({ startOn: "2030-01-08" }),
  },
  "the figures of a manager": {
    who: () => ben!,
    event: "onboarding.changed",
    show: () => useFigures().data,
    fresh: () => ben!.call(routes.getOnboardingFigures, {}),
    act: () => choose({ buddyId: admin.id }),
  },
  "the list of paths": {
    who: () => admin,
    event: "onboarding-path.changed",
    show: () => usePaths(true).data,
    fresh: async () => (await admin.call(routes.listPaths, {})).items,
    act: () =>
      admin.call(routes.createPath, { body: { id: uuidv7(), name: "Partner lead", ownerId: admin.id } }),
  },
  "a path that is open": {
    who: () => admin,
    event: "onboarding-path.changed",
    show: () => usePath(pathId).data,
    fresh: async () => (await admin.call(routes.getPath, { params: { pathId } })).path,
    act: () => admin.call(routes.archivePath, { params: { pathId } }),
  },
  "the people of a manager, without one who now has another manager": {
    who: () => ben!,
    event: "onboarding.gone",
    show: () => usePeople({ state: "running" }).items,
    fresh: people,
    act: () => choose({ managerId: admin.id }),
  },
};

it.each(Object.entries(cases))("%s is what a fresh fetch gives", async (_name, one) => {
  live = await startLive(server, one.who(), one.show);
  await proveLive(live, one);
});
