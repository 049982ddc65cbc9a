// @vitest-environment jsdom
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { announcementEvents } from "@atoll/contract/announcements/events";
import { brainstormEvents } from "@atoll/contract/brainstorm/events";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { commentEvents } from "@atoll/contract/comments/events";
import { draftRoutes } from "@atoll/contract/drafts/routes";
import { type EventName, events } from "@atoll/contract/events";
import { ideaEvents } from "@atoll/contract/ideas/events";
import { notificationEvents } from "@atoll/contract/notifications/events";
import { savedViewEvents } from "@atoll/contract/saved-views/events";
import {
  taskCycleEvents,
  taskEvents,
  taskFieldEvents,
  taskMatrixEvents,
  taskStateEvents,
  taskTemplateEvents,
  taskTimerEvents,
} from "@atoll/contract/tasks/events";
import { QueryObserver } from "@tanstack/react-query";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type Device, startDevice } from "../../../../test/chat/device.ts";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { heldEqualsRefetch } from "../../../../test/held-equals-refetch.ts";
import { createDrafts, type Drafts } from "../../../capabilities/offline/drafts/drafts.ts";
import { presenceOf } from "../../../capabilities/people/presence.ts";
import { createRealtimeSocket } from "../../../lib/server/socket.ts";
import { adopt, clearSession } from "../../../lib/session/session-store.ts";
import { chatKeys } from "../stream/api.ts";
import { writingPlace } from "../stream/writing-place.ts";
import { savedInQuery } from "./saved-messages.ts";

// After each event of the contract, the browser's state equals a fresh fetch. Runs the real code on two devices of one
// person with the real server.

let server: RealServer;
let [ana, ben, cleo]: RealPerson[] = [];
let devices: Device[];
let drafts: Drafts[];
let ends: (() => void)[];
let channelId: string;
let rootId: string;

beforeAll(async () => {
  server = await startRealServer(["Ana", "Ben", "Cleo"]);
  [ana, ben, cleo] = server.people;
});
afterAll(() => server.close());

beforeEach(async () => {
  vi.stubGlobal("location", new URL(server.url));
  localStorage.clear();
  adopt(ana!.session, ana!.user);
  const { channel } = await ben!.call(chatRoutes.createChannel, {
    body: { name: `Channel ${uuidv7()}`, memberIds: [ana!.id] },
  });
  channelId = channel.id;
  rootId = await post("The root");
  devices = await Promise.all([1, 2].map(() => startDevice(server.url, ana!)));
  await Promise.all(devices.map((device) => device.look(channelId)));
  drafts = devices.map(({ realtime }) => createDrafts({ viewerId: ana!.id, realtime }));
  ends = drafts.map((one) => one.start());
});
afterEach(() => {
  for (const end of ends) end();
  for (const device of devices) device.end();
  clearSession("never-in");
  vi.unstubAllGlobals();
});

interface Case {
  /** Mounts the screens that the event concerns. */
  look?: (device: Device) => Promise<void>;
  change: () => Promise<unknown>;
  held: (device: Device, index: number) => unknown;
  fresh: () => Promise<unknown>;
}

const post = async (content: string, more: object = {}) => {
  const body = { id: uuidv7(), content, ...more };
  return (await ben!.call(chatRoutes.postMessage, { params: { channelId }, body })).message.id;
};
const ofMessage = () => ({ params: { messageId: rootId } });
const inChannel = () => ({ params: { channelId } });

const everything: Pick<Case, "held" | "fresh"> = {
  held: ({ session }) => ({
    channels: session.channels.get(),
    messages: session.streams.get(channelId)?.messages,
  }),
  fresh: async () => ({
    channels: (await ana!.call(chatRoutes.listChannels, { query: {} })).channels,
    messages: (await ana!.call(chatRoutes.listMessages, { ...inChannel(), query: {} })).messages,
  }),
};

/** For events without anything to fetch: the reason. */
const about = (why: string) => why;
/** For events outside chat: the test that covers them. */
const provenIn = (file: string) => ({ file });

/**
 * Tested next to their caches: capabilities/comments and saved-views, features/tasks, features/announcements, and the server's inbox.
 */
const elsewhere = {
  ...commentEvents,
  ...taskEvents,
  ...taskFieldEvents,
  ...taskStateEvents,
  ...taskCycleEvents,
  ...taskTemplateEvents,
  ...taskTimerEvents,
  ...savedViewEvents,
  ...announcementEvents,
  ...ideaEvents,
  ...brainstormEvents,
  ...taskMatrixEvents,
  ...notificationEvents,
};

const cases: Record<
  Exclude<EventName, keyof typeof elsewhere>,
  Case | ReturnType<typeof provenIn> | string
> = {
  "message.posted": { ...everything, change: () => post("New, @channel") },
  "message.edited": {
    ...everything,
    change: () =>
      ben!.call(chatRoutes.editMessage, {
        ...ofMessage(),
        body: { content: "For @Ana", mentionIds: [ana!.id] },
      }),
  },
  "message.deleted": { ...everything, change: () => ben!.call(chatRoutes.deleteMessage, ofMessage()) },
  "message.changed": {
    ...everything,
    change: () => ben!.call(chatRoutes.addReaction, { params: { messageId: rootId, emoji: "👍" } }),
  },
  "channel.read": {
    ...everything,
    change: () => ana!.call(chatRoutes.markRead, { ...inChannel(), body: { seq: 1 } }),
  },
  "channel.added": {
    ...everything,
    change: () =>
      ben!.call(chatRoutes.createChannel, { body: { name: `New ${uuidv7()}`, memberIds: [ana!.id] } }),
  },
  "channel.updated": { ...everything, change: () => ana!.call(chatRoutes.starChannel, inChannel()) },
  "channel.changed": {
    ...everything,
    change: () => ben!.call(chatRoutes.updateChannel, { ...inChannel(), body: { topic: "A topic" } }),
  },
  "channel.counted": { ...everything, change: () => cleo!.call(chatRoutes.joinChannel, inChannel()) },
  "channel.removed": {
    held: ({ session }) => session.channels.get(),
    fresh: async () => (await ana!.call(chatRoutes.listChannels, { query: {} })).channels,
    change: () => ben!.call(chatRoutes.removeMember, { params: { channelId, personId: ana!.id } }),
  },
  "threads.changed": {
    held: ({ queryClient }) => queryClient.getQueryData(chatKeys.unreadThreads),
    fresh: async () => (await ana!.call(chatRoutes.listHeads, {})).unreadThreads,
    change: () => post("For @Ana", { parentId: rootId, mentionIds: [ana!.id] }),
  },
  "draft.changed": {
    held: (_device, index) => drafts[index]?.read(writingPlace(channelId, null)),
    fresh: async () => {
      const answer = await ana!.call(draftRoutes.listDrafts, {});
      return answer.drafts.find(({ subject }) => subject === writingPlace(channelId, null))?.content ?? "";
    },
    change: () =>
      ana!.call(draftRoutes.saveDraft, {
        body: { subject: writingPlace(channelId, null), content: "From elsewhere" },
      }),
  },
  "saved.changed": {
    async look({ queryClient }) {
      const saved = new QueryObserver(queryClient, savedInQuery(channelId));
      ends.push(saved.subscribe(() => undefined));
      await vi.waitUntil(() => saved.getCurrentResult().isSuccess);
    },
    held: ({ queryClient }) => queryClient.getQueryData(chatKeys.savedIn(channelId)),
    fresh: async () => (await ana!.call(chatRoutes.listSavedIn, inChannel())).messageIds,
    change: () => ana!.call(chatRoutes.saveMessage, ofMessage()),
  },
  "presence.changed": {
    async look({ signedIn }) {
      ends.push(presenceOf(signedIn).watch(cleo!.id));
      await vi.waitUntil(() => presenceOf(signedIn).get(cleo!.id) !== undefined);
    },
    held: ({ signedIn }) => presenceOf(signedIn).get(cleo!.id),
    fresh: async () => {
      const asking = await connect(ana!);
      const { presences } = await asking.send("presence.watch", { userIds: [cleo!.id] });
      asking.close();
      return presences[0]?.status;
    },
    change: async () => {
      const browser = await connect(cleo!);
      ends.push(browser.close);
      await browser.send("presence.set", { isIdle: false, status: "deep-dive" });
    },
  },
  "sessions.changed": provenIn("web/src/app/live-lists.test.tsx"),
  "maintenance.changed": provenIn("web/src/app/live-lists.test.tsx"),
  "company.changed": provenIn("web/src/app/live-lists.test.tsx"),
  "profile.changed": provenIn("web/src/app/live-lists.test.tsx"),
  "approvals.changed": provenIn("web/src/app/live-lists.test.tsx"),
  "automations.changed": provenIn("web/src/app/live-lists.test.tsx"),
  "git-connections.changed": provenIn("web/src/app/live-lists.test.tsx"),
  "git-links.changed": provenIn("web/src/app/live-lists.test.tsx"),
  "outgoing-webhooks.changed": provenIn("web/src/app/live-lists.test.tsx"),
  "command.answered": provenIn("web/src/features/chat/commands/commands.test.tsx"),
  "bots.changed": provenIn("web/src/app/live-lists.test.tsx"),
  "mails.changed": provenIn("web/src/app/live-lists.test.tsx"),
  "mail-preferences.changed": provenIn("web/src/app/live-lists.test.tsx"),
  "person.changed": provenIn("web/src/app/live-lists.test.tsx"),
  "role.changed": provenIn("web/src/app/live-lists.test.tsx"),
  "department.changed": provenIn("web/src/app/live-lists.test.tsx"),
  "administration.changed": provenIn("web/src/app/live-lists.test.tsx"),
  "section.changed": provenIn("server/src/features/cards/sections.test.ts"),
  "service-status.changed": provenIn("server/src/features/cards/incidents/incidents.test.ts"),
  "incident.changed": provenIn("server/src/features/cards/incidents/incidents.test.ts"),
  "card.changed": provenIn("web/src/features/cards/data/live-cards.test.tsx"),
  "card.gone": provenIn("web/src/features/cards/data/live-cards.test.tsx"),
  "card.steps": provenIn("web/src/features/cards/data/live-cards.test.tsx"),
  "article.changed": provenIn("web/src/features/knowledge/live-knowledge.test.tsx"),
  "article.gone": provenIn("web/src/features/knowledge/live-knowledge.test.tsx"),
  "article.read": provenIn("web/src/features/knowledge/live-knowledge.test.tsx"),
  "article.counted": provenIn("web/src/features/knowledge/live-knowledge.test.tsx"),
  "article.run": provenIn("web/src/features/knowledge/live-knowledge.test.tsx"),
  "onboarding.changed": provenIn("web/src/features/onboarding/live-onboarding.test.tsx"),
  "onboarding.gone": provenIn("web/src/features/onboarding/live-onboarding.test.tsx"),
  "onboarding-path.changed": provenIn("web/src/features/onboarding/live-onboarding.test.tsx"),
  "sensitive-cards.changed": provenIn("web/src/app/live-lists.test.tsx"),
  "ask-model.changed": provenIn("web/src/app/live-lists.test.tsx"),
  "conversation.changed": provenIn("web/src/app/live-lists.test.tsx"),
  "audit.grown": provenIn("web/src/app/live-lists.test.tsx"),
  "dashboard.arranged": provenIn("web/src/app/live-lists.test.tsx"),
  "event.changed": provenIn("web/src/features/calendar/data/live-calendar.test.tsx"),
  "calendars.changed": provenIn("web/src/features/calendar/data/live-calendar.test.tsx"),
  "dashboards.changed": provenIn("web/src/app/live-lists.test.tsx"),
  "searches.changed": provenIn("web/src/app/live-lists.test.tsx"),
  "question.changed": provenIn("web/src/features/questions/live-questions.test.tsx"),
  "votes.changed": provenIn("web/src/features/questions/live-questions.test.tsx"),
  "votes.own": provenIn("web/src/features/questions/live-questions.test.tsx"),
  "document.updated": provenIn("server/src/features/documents/documents.test.ts"),
  "document.closed": provenIn("server/src/features/documents/documents.test.ts"),
  "document.pointed": about("a moment: cursors are shown while their pages are open, and kept nowhere"),
  "typing.changed": about("a moment: shown for three seconds, kept nowhere"),
  "server.draining": about("a moment: the connection ends, and comes back with a fetch of everything"),
  "session.ended": about("the end of the session: nothing is held after it"),
  "guest-thing.changed": provenIn("server/src/features/guest-access/guest-access.test.ts"),
  "viewer.changed": about("asks for a fresh fetch of the viewer and holds nothing itself"),
};

it("has a case for every event of the contract, and a reason for those that leave nothing", () => {
  expect([...Object.keys(cases), ...Object.keys(elsewhere)].toSorted()).toEqual(
    Object.keys(events).toSorted(),
  );
  const without = Object.entries(cases).filter(([, one]) => typeof one === "string");
  expect(without.map(([name]) => name)).toEqual([
    "document.pointed",
    "typing.changed",
    "server.draining",
    "session.ended",
    "viewer.changed",
  ]);
});

const withState = Object.entries(cases).flatMap(([name, one]) =>
  typeof one === "string" || "file" in one ? [] : [[name as EventName, one] as const],
);

it("finds the proof of every other event in its named file", async () => {
  for (const [name, one] of Object.entries(cases)) {
    if (typeof one === "string" || !("file" in one)) continue;
    const text = await readFile(join(import.meta.dirname, "../../../../..", one.file), "utf8");
    expect(text, one.file).toContain(`"${name}"`);
  }
});

it.each(withState)(
  "%s: both devices hold what a fresh fetch gives",
  { timeout: 60_000 },
  async (name, one) => {
    let heard = 0;
    for (const device of devices) {
      await one.look?.(device);
      ends.push(
        device.realtime.on(name, () => {
          heard += 1;
        }),
      );
    }
    // Both are held against the same fetch.
    const fresh = async () => Array<unknown>(devices.length).fill(await one.fresh());
    const held = () => devices.map((device, index) => one.held(device, index));
    await heldEqualsRefetch({ held, fresh, act: one.change });
    expect(heard).toBeGreaterThanOrEqual(devices.length);
  },
);

async function connect(person: RealPerson) {
  const socket = createRealtimeSocket({ url: server.url, getToken: () => person.session.accessToken });
  socket.open();
  await vi.waitUntil(() => socket.getState() === "connected");
  return socket;
}
