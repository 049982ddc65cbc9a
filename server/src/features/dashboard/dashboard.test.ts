import { announcementRoutes } from "@atoll/contract/announcements/routes";
import type { DashboardCard } from "@atoll/contract/dashboard/layout-schemas";
import { dashboardRoutes } from "@atoll/contract/dashboard/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { type Chatter, codeOf } from "../../../test/chatter.ts";
import { eventEqualsRefetch } from "../../../test/event-equals-refetch.ts";
import { createChannel, createPerson, createRole } from "../../../test/factories.ts";
import { chattersForFile, sharedServer } from "../../../test/for-file.ts";
import type { SignedIn } from "../../../test/harness.ts";

const { getDashboard, arrangeDashboard, resetDashboard, setDashboardDefault, deleteDashboardDefault } =
  dashboardRoutes;
const server = sharedServer();
const [ana, ben] = chattersForFile(server, ["Ana", "Ben"]) as [Chatter, Chatter];
const place = { x: 0, y: 20, w: 4, h: 3 };
const cardOf = (type: DashboardCard["type"], more: Partial<DashboardCard> = {}): DashboardCard => ({
  id: uuidv7(),
  type,
  title: "",
  options: {},
  ...place,
  ...more,
});
const read = async (who: SignedIn) => who.client.call(getDashboard, {});
const arrange = async (who: SignedIn, cards: DashboardCard[]) =>
  who.client.call(arrangeDashboard, {
    body: { cards, phoneOrder: [], version: (await read(who)).layout.version },
  });
const idsOf = ({ cards }: { cards: readonly { id: string }[] }) => cards.map(({ id }) => id);

describe("the arrangement", () => {
  test("starts with the four panels, and a card of chats for people with access to chat", async () => {
    const { layout } = await read(ana);
    expect(idsOf(layout).slice(0, 4)).toEqual(["announcements", "tasks", "events", "activity"]);
    expect(layout.cards.map(({ type }) => type)).toEqual([
      "announcements",
      "tasks",
      "events",
      "activity",
      "chat",
    ]);
    expect(layout).toMatchObject({ isOwn: false, version: 0, pinnedIds: [] });
    const visitor = await server.signIn(
      await createPerson(server.db, {
        roles: [(await createRole(server.db, { name: "dashboard visitor", permissions: [] })).name],
      }),
    );
    expect((await read(visitor)).layout.cards.map(({ type }) => type)).not.toContain("chat");
  });

  test("is stored for all devices and broadcast to them, and deleted by a reset", async () => {
    const socket = await server.connect(ana);
    const mine = cardOf("tasks", { title: "What is urgent", options: { priorities: ["urgent"] } });
    const layoutOf = async () => (await read(ana)).layout;
    const proof = {
      socket,
      event: "dashboard.arranged" as const,
      fetch: layoutOf,
      apply: (_before: unknown, { layout }: { layout: unknown }) =>
        layout as Awaited<ReturnType<typeof layoutOf>>,
    };
    const before = await layoutOf();
    await eventEqualsRefetch({ ...proof, act: () => arrange(ana, [...before.cards, mine]) });
    expect((await layoutOf()).cards.at(-1)).toEqual(mine);
    expect(idsOf((await read(ben)).layout)).not.toContain(mine.id);
    await eventEqualsRefetch({ ...proof, act: () => ana.client.call(resetDashboard, {}) });
    expect(await layoutOf()).toEqual(before);
    socket.close();
  });

  test("keeps every panel, whatever is sent, and moved ones stay in their new place", async () => {
    const moved = { ...cardOf("activity"), id: "activity", x: 2, y: 0 };
    const { layout } = await arrange(ben, [moved]);
    expect(layout.cards[0]).toEqual(moved);
    expect(idsOf(layout).toSorted()).toEqual(["activity", "announcements", "events", "tasks"]);
    await ben.client.call(resetDashboard, {});
  });

  test("is refused if another device has since changed it, or if it is too large", async () => {
    const refused = (body: { cards: DashboardCard[]; version: number }) =>
      codeOf(ben.client.refused(arrangeDashboard, { body: { phoneOrder: [], ...body } }));
    const { version } = (await arrange(ben, [])).layout;
    expect(await refused({ cards: [], version: version - 1 })).toBe("changed_meanwhile");
    const many = (count: number) => Array.from({ length: count }, () => cardOf("chat"));
    expect(await refused({ cards: many(25), version })).toBe("too_many_cards");
    expect(await refused({ cards: many(101), version })).toBe("invalid_request");
    const one = cardOf("chat");
    expect(await refused({ cards: [one, one], version })).toBe("invalid_request");
    expect(await refused({ cards: [{ ...one, x: 9, w: 4 }], version })).toBe("invalid_request");
    const body = { phoneOrder: [], version };
    const both = await Promise.allSettled(
      [1, 2].map(() => ben.client.call(arrangeDashboard, { body: { ...body, cards: many(2) } })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("shows a card of an unknown type as removed, until it is deleted", async () => {
    const [gone, strange] = [cardOf("chat"), { anything: 1 }];
    await arrange(ana, [gone]);
    const stored = JSON.stringify([{ ...gone, type: "weather", options: { city: "Vigo" } }, strange]);
    await sql`UPDATE dashboard_layouts SET cards = ${stored}::jsonb WHERE person_id = ${ana.id}`.execute(
      server.db,
    );
    const { layout, contents } = await read(ana);
    expect(layout.cards[0]).toEqual({ ...gone, type: "gone" });
    expect(layout.cards).toHaveLength(5);
    expect(contents[0]).toEqual({ cardId: gone.id, content: null, error: null });
    await arrange(ana, layout.cards);
    expect((await arrange(ana, layout.cards.slice(1))).layout.cards).toHaveLength(4);
    await ana.client.call(resetDashboard, {});
  });
});

describe("defaults", () => {
  let manager: SignedIn;
  let roleId: string;
  beforeAll(async () => {
    await createRole(server.db, { name: "decorator", permissions: ["roles:manage"] });
    ({ id: roleId } = await createRole(server.db, { name: "a sailor", permissions: [] }));
    manager = await server.signIn(await createPerson(server.db, { roles: ["user", "decorator"] }));
  });

  test("are set by role and for everybody, keep pinned cards, and are broadcast to every screen", async () => {
    const sailor = await server.signIn(await createPerson(server.db, { roles: ["user", "a sailor"] }));
    const socket = await server.connect(sailor);
    const [forAll, forSailors] = [cardOf("tasks", { title: "All" }), cardOf("chat", { title: "Crew" })];
    const set = (id: string | null, card: DashboardCard, pinnedIds: string[]) =>
      manager.client.call(setDashboardDefault, {
        body: { roleId: id, cards: [card], phoneOrder: [], pinnedIds },
      });
    await set(null, forAll, [forAll.id]);
    await socket.next("dashboards.changed");
    expect((await read(ben)).layout.pinnedIds).toEqual([forAll.id]);
    await set(roleId, forSailors, []);
    const initial = (await read(sailor)).layout;
    // The role's default comes first, and everybody's pinned card is on every dashboard.
    expect([initial.cards[0], initial.pinnedIds]).toEqual([forSailors, [forAll.id]]);
    const { id } = forAll;
    const { layout } = await arrange(sailor, [{ ...forAll, title: "Mine now", x: 7, type: "chat" }]);
    expect(layout.cards[0]).toEqual({ ...forAll, id, x: 7 });
    expect(idsOf((await arrange(sailor, [])).layout)).toContain(id);
    for (const owner of ["everybody" as const, roleId])
      await manager.client.call(deleteDashboardDefault, { params: { owner }, query: {} });
    expect(idsOf((await read(sailor)).layout)).not.toContain(id);
    socket.close();
  });
});

describe("the content of cards", () => {
  const contentOf = async (who: SignedIn, cardId: string) =>
    (await read(who)).contents.find((one) => one.cardId === cardId)?.content;

  test("is the latest activity in the viewer's channels and in tasks that they may read", async () => {
    const harbour = await createChannel(server.db, { type: "PRIVATE", members: [ana, ben], name: "quay" });
    const closed = await createChannel(server.db, { type: "PRIVATE", members: [ben], name: "closed" });
    for (const { id } of [harbour, closed]) await ben.post(id, "The crane is **back**");
    const activity = await contentOf(ana, "activity");
    expect(activity).toMatchObject({
      items: [{ person: { name: "Ben" }, lead: "in", about: "quay", text: "The crane is **back**" }],
    });
    // Channels of others and muted channels are left out.
    expect(JSON.stringify(activity)).not.toContain(closed.id);
    const link = activity?.type === "activity" ? activity.items[0]?.link : undefined;
    expect(link).toMatch(new RegExp(`^/chat/channel/${harbour.id}\\?message=`));
  });

  test("is the viewer's open tasks by due date, or those of another filter, with their number", async () => {
    const create = (title: string, more: object) =>
      ben.client.call(taskRoutes.createTask, { body: { id: uuidv7(), title, assigneeId: ana.id, ...more } });
    const due = (date: string) => ({ due: { date, clock: null } });
    await create("Later", { ...due("2031-05-02"), priority: "low" });
    await create("First", { ...due("2031-05-01"), priority: "urgent" });
    await create("Done", { ...due("2031-04-01"), status: "done" });
    await create("Without", {});
    const urgent = cardOf("tasks", { options: { scope: "assigned", priorities: ["urgent"] } });
    await arrange(ana, [urgent]);
    const titles = async (id: string) => {
      const content = await contentOf(ana, id);
      return content?.type === "tasks" ? [content.total, ...content.tasks.map(({ title }) => title)] : [];
    };
    expect(await titles("tasks")).toEqual([3, "First", "Later", "Without"]);
    expect(await titles(urgent.id)).toEqual([1, "First"]);
    const activity = await contentOf(ana, "activity");
    expect(activity?.type === "activity" && activity.items.slice(0, 2)).toMatchObject([
      { person: { name: "Ben" }, lead: "created", about: "Without", text: null },
      { lead: "created", about: "Done" },
    ]);
    await ana.client.call(resetDashboard, {});
  });

  test("is the newest announcements for the viewer, in full, with the numbers of unread and urgent ones", async () => {
    await createRole(server.db, { name: "herald", permissions: ["announcements:publish"] });
    const herald = await server.signIn(
      await createPerson(server.db, { name: "Hal", roles: ["user", "herald"] }),
    );
    const publish = async (title: string, more: object = {}) => {
      const body = { id: uuidv7(), title, content: `${title} for everybody`, ...more };
      const { announcement } = await herald.client.call(announcementRoutes.createAnnouncement, { body });
      const params = { announcementId: announcement.id };
      const { textVersion } = announcement;
      await herald.client.call(announcementRoutes.publishAnnouncement, { params, body: { textVersion } });
    };
    const { id: roleId } = await createRole(server.db, { name: "nobody has it yet", permissions: [] });
    await server.signIn(await createPerson(server.db, { roles: ["nobody has it yet"] }));
    for (const title of ["One", "Two", "Three"]) await publish(title);
    await publish("Four", { priority: "URGENT" });
    await publish("Not for Ana", { roleIds: [roleId] });
    const urgent = cardOf("announcements", { options: { announcements: "urgent" } });
    await arrange(ana, [urgent]);
    const panel = await contentOf(ana, "announcements");
    expect(panel).toMatchObject({
      unread: 4,
      urgent: 1,
      announcements: [
        { title: "Four", content: "Four for everybody", isRead: false },
        { title: "Three" },
        { title: "Two" },
      ],
    });
    expect(await contentOf(ana, urgent.id)).toMatchObject({ announcements: [{ title: "Four" }] });
    const activity = await contentOf(ana, "activity");
    expect(activity?.type === "activity" && activity.items[0]).toMatchObject({
      lead: "published",
      about: "Four",
      person: { name: "Hal" },
    });
    await ana.client.call(resetDashboard, {});
  });
});
