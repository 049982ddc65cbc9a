// @vitest-environment jsdom
import { announcementRoutes as routes } from "@atoll/contract/announcements/routes";
import type { EventName } from "@atoll/contract/events";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { heldEqualsRefetch } from "../../../../test/held-equals-refetch.ts";
import { adopt, clearSession } from "../../../lib/session-store.ts";
import { createSignedIn } from "../../../lib/signed-in.ts";
import { createRealtimeSocket, type RealtimeSocket } from "../../../lib/socket.ts";
import { SignedInValue } from "../../../lib/use-signed-in.tsx";
import { useReadersSummary } from "../reading/readers-card.tsx";
import { useAnnouncement, useAnnouncements, useCounts } from "./use-announcements.ts";

// What a screen of announcements shows after each event is what a fresh fetch gives: its real hooks at the real server.

let server: RealServer;
let [admin, ana]: RealPerson[] = [];
let realtime: RealtimeSocket;
let end: () => void;
let openId: string;

beforeAll(async () => {
  server = await startRealServer(["Ana"]);
  admin = server.admin;
  ana = server.people[0]!;
  openId = await announce("The one that is open", { mustRead: true });
}, 60_000);
afterAll(() => server.close(), 60_000);
afterEach(() => {
  end();
  clearSession("never-in");
  vi.unstubAllGlobals();
});

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

/** What is shown to whom, how it is fetched, and what changes it: by the event that tells of it. */
interface Case {
  who?: "admin";
  event: EventName;
  show: () => unknown;
  fresh: () => Promise<unknown>;
  act: () => Promise<unknown>;
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

async function start({ show, who }: Case): Promise<() => unknown> {
  const person = who === "admin" ? admin! : ana!;
  vi.stubGlobal("location", new URL(server.url));
  localStorage.clear();
  adopt(person.session, person.user);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  realtime = createRealtimeSocket({ url: server.url, getToken: () => person.session.accessToken });
  const signedIn = createSignedIn({ queryClient, realtime, viewer: person.user });
  const shown = renderHook(show, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>
        <SignedInValue value={signedIn}>{children}</SignedInValue>
      </QueryClientProvider>
    ),
  });
  end = () => {
    shown.unmount();
    realtime.close();
    signedIn.end();
    queryClient.clear();
  };
  realtime.open();
  await vi.waitUntil(() => realtime.getState() === "connected");
  return () => shown.result.current;
}

it.each(Object.entries(cases))("%s", { timeout: 60_000 }, async (_name, one) => {
  const held = await start(one);
  let heard = 0;
  realtime.on(one.event, () => {
    heard += 1;
  });
  await heldEqualsRefetch({ held, fresh: one.fresh, act: one.act });
  await vi.waitFor(() => expect(heard).toBeGreaterThan(0));
});
