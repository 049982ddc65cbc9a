// @vitest-environment jsdom
import { announcementRoutes as routes } from "@atoll/contract/announcements/routes";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, it } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { type Live, type LiveCase, proveLive, startLive } from "../../../../test/start-live.tsx";
import { useReadersSummary } from "../reading/readers-card.tsx";
import { useAnnouncement, useAnnouncements, useCounts } from "./use-announcements.ts";

// A screen of announcements shows the same after each event as after a fresh fetch. Real hooks, real server.

let server: RealServer;
let [admin, ana]: RealPerson[] = [];
let live: Live | undefined;
let openId: string;

beforeAll(async () => {
  server = await startRealServer(["Ana"]);
  admin = server.admin;
  ana = server.people[0]!;
  openId = await announce("The one that is open", { mustRead: true });
});
afterAll(() => server.close());
afterEach(() => live?.end());

const of = (announcementId: string) => ({ params: { announcementId } });

async function announce(title: string, more: { mustRead?: boolean } = {}): Promise<string> {
  const body = { id: uuidv7(), title, ...more };
  const { announcement } = await admin!.call(routes.createAnnouncement, { body });
  await admin!.call(routes.publishAnnouncement, {
    ...of(announcement.id),
    body: { textVersion: announcement.textVersion },
  });
  return announcement.id;
}
async function change(set: { content?: string; isImportant?: boolean }): Promise<unknown> {
  const { textVersion } = (await admin!.call(routes.getAnnouncement, of(openId))).announcement;
  return admin!.call(routes.changeAnnouncement, { ...of(openId), body: { textVersion, ...set } });
}
const confirm = async () => {
  const { edition } = (await ana!.call(routes.getAnnouncement, of(openId))).announcement;
  return ana!.call(routes.confirmAnnouncement, { ...of(openId), body: { edition } });
};

/** Shown to Ana, unless to the administrator. */
interface Case extends LiveCase {
  who?: "admin";
}

const list = async () => (await ana!.call(routes.listAnnouncements, { query: {} })).items;
const counts = () => ana!.call(routes.countAnnouncements, {});
const open = async () => (await ana!.call(routes.getAnnouncement, of(openId))).announcement;
const showList = () => useAnnouncements("all").items;
const showCounts = () => useCounts();
const showOpen = () => useAnnouncement(openId).data?.announcement;

const cases: Record<string, Case> = {
  "the list, of one that is new": {
    event: "announcement.changed",
    show: showList,
    fresh: list,
    act: () => announce("Tide tables"),
  },
  "the counts, of one that is new": {
    event: "announcement.changed",
    show: showCounts,
    fresh: counts,
    act: () => announce("More tide tables", { mustRead: true }),
  },
  "the list, of another text": {
    event: "announcement.changed",
    show: showList,
    fresh: list,
    act: () => change({ content: "Other words" }),
  },
  "one that is open, of another text": {
    event: "announcement.changed",
    show: showOpen,
    fresh: open,
    act: () => change({ content: "And others" }),
  },
  "one that is open, once it was confirmed": {
    event: "announcement.read",
    show: showOpen,
    fresh: open,
    act: confirm,
  },
  "the list, of an important change": {
    event: "announcement.changed",
    show: showList,
    fresh: list,
    act: () => change({ content: "In earnest", isImportant: true }),
  },
  "who has read it": {
    who: "admin",
    event: "announcement.readers",
    show: () => useReadersSummary(openId).data,
    fresh: () => admin!.call(routes.getReadersSummary, of(openId)),
    act: confirm,
  },
  "the list, of one that is archived": {
    event: "announcement.gone",
    show: showList,
    fresh: list,
    act: async () => admin!.call(routes.archiveAnnouncement, of((await list())[0]!.id)),
  },
};

it.each(Object.entries(cases))("%s", async (_name, one) => {
  live = await startLive(server, one.who === "admin" ? admin! : ana!, one.show);
  await proveLive(live, one);
});
