import { announcementRoutes as routes } from "@atoll/contract/announcements/routes";
import { commentRoutes } from "@atoll/contract/comments/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Announcer, createAnnouncer, idsByName } from "../../../test/announcers.ts";
import { eventEqualsRefetch, named } from "../../../test/event-equals-refetch.ts";
import { createRole } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { emptyInboxes, everybodyNotified } from "../../../test/settled.ts";

const server = sharedServer();
let greta: Announcer;
let [dev, ola, poul]: Announcer[] = [];
let departments: Record<string, string>;

beforeAll(async () => {
  await createRole(server.db, { name: "publisher", permissions: ["announcements:publish"] });
  greta = await createAnnouncer(server, "Greta", { roles: ["admin"] });
  dev = await createAnnouncer(server, "Dev", { departments: ["DevOps"] });
  ola = await createAnnouncer(server, "Ola", { departments: ["Backend"] });
  poul = await createAnnouncer(server, "Poul", { roles: ["user", "publisher"] });
  departments = await idsByName(server.db, "departments");
});
beforeEach(async () => {
  await emptyInboxes(server.db);
  await server.db.deleteFrom("announcements").execute();
});

const of = (announcementId: string) => ({ params: { announcementId } });
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Moves a scheduled time to the past. The database announces it to the nodes. */
async function passTime(id: string, column: "scheduled_for" | "expires_at"): Promise<void> {
  await server.db
    .updateTable("announcements")
    .set({ published_at: sql`published_at - interval '1 day'`, [column]: sql`now() - interval '1 minute'` })
    .where("id", "=", id)
    .execute();
}

describe("notifications", () => {
  test("are sent once to the audience, until they open the announcement or it is gone", async () => {
    const { id } = await greta.announce({ title: "Water off", departmentIds: [departments.DevOps!] });
    expect([await dev!.inbox(), await ola!.inbox(), await greta.inbox()]).toEqual([
      ["• Greta published “Water off”"],
      [],
      [],
    ]);
    await dev!.read(id);
    expect(await dev!.inbox()).toEqual(["Greta published “Water off”"]);
    await greta.archive(id);
    expect(await dev!.inbox()).toEqual([]);
  });

  test("go only to new people when the audience grows, and to the others after an important change", async () => {
    const announced = await greta.announce({ title: "Move", departmentIds: [departments.DevOps!] });
    await dev!.read(announced.id);
    const wider = await greta.change(announced, {
      departmentIds: [departments.DevOps!, departments.Backend!],
    });
    expect([await dev!.inbox(), await ola!.inbox()]).toEqual([
      ["Greta published “Move”"],
      ["• Greta published “Move”"],
    ]);
    // Narrowing and widening the audience again notifies nobody twice.
    const narrow = await greta.change(wider, { departmentIds: [departments.DevOps!] });
    expect(await ola!.inbox()).toEqual([]);
    const again = await greta.change(narrow, { departmentIds: [] });
    expect(await ola!.inbox()).toEqual(["• Greta published “Move”"]);
    const important = await greta.change(again, { content: "On Friday", isImportant: true });
    expect(important.edition).toBe(2);
    expect((await dev!.open(important.id)).isRead).toBe(false);
    expect(await dev!.inbox()).toEqual(["• Greta changed “Move” in earnest: please read it again"]);
  });

  test("about a mention go once to people who can read it, instead of the ordinary ones", async () => {
    const draft = await greta.write({ title: "Freeze", departmentIds: [departments.DevOps!] });
    const written = await greta.change(draft, {
      content: "Talk to @Dev or @Ola, not to `@Poul`.",
      mentionIds: [dev!.id, ola!.id, poul!.id],
    });
    expect(written.mentions.map(({ name }) => name).toSorted()).toEqual(["Dev", "Ola"]);
    expect(await dev!.inbox()).toEqual([]);
    const published = await greta.publish(written);
    // Ola is not in the audience: her name stays in the text, and she is not told of it.
    expect([await dev!.inbox(), await ola!.inbox()]).toEqual([["• Greta mentioned you on “Freeze”"], []]);
    await dev!.read(published.id);
    expect(await dev!.inbox()).toEqual(["Greta mentioned you on “Freeze”"]);
    const wider = await greta.change(published, { departmentIds: [] });
    expect([await ola!.inbox(), await poul!.inbox()]).toEqual([
      ["• Greta mentioned you on “Freeze”"],
      ["• Greta published “Freeze”"],
    ]);
    const named = { content: "Talk to @Dev or @Poul.", mentionIds: [poul!.id] };
    expect((await greta.change(wider, named)).mentions.map(({ name }) => name).toSorted()).toEqual([
      "Dev",
      "Poul",
    ]);
    expect(await poul!.inbox()).toContain("• Greta mentioned you on “Freeze”");
    expect(await dev!.inbox()).toHaveLength(1);
  });

  test("about a mention in a must-read only ask for the confirmation", async () => {
    const asked = { title: "Drill", content: "@Dev leads.", mentionIds: [dev!.id], mustRead: true };
    await greta.announce(asked);
    expect(await dev!.inbox()).toEqual(["• Greta asks you to confirm that you have read “Drill”"]);
  });

  test("are urgent for high priority, and must-reads stay in their tab until confirmed", async () => {
    const kinds = async () => {
      await everybodyNotified(server.db);
      const rows = await server.db
        .selectFrom("notifications")
        .select(["kind", "tab", "read_at"])
        .where("user_id", "=", dev!.id)
        .orderBy("at")
        .execute();
      return rows.map(({ kind, tab, read_at }) => `${kind} ${tab} ${read_at ? "read" : "unread"}`);
    };
    await greta.announce({ priority: "HIGH" });
    const must = await greta.announce({ priority: "URGENT", mustRead: true });
    await dev!.read(must.id);
    expect(await kinds()).toEqual([
      "announcement.important changes unread",
      "announcement.important_must_read must-read unread",
    ]);
    await dev!.confirm(must.id);
    expect((await kinds())[1]).toBe("announcement.important_must_read must-read read");
  });

  test("about comments go to the author and to mentioned people, if comments are allowed", async () => {
    const { id } = await greta.announce({ title: "Party", allowsComments: true });
    const comment = (content: string, mentionIds: string[] = []) => ({
      params: { kind: "announcement", subjectId: id },
      body: { id: uuidv7(), content, mentionIds },
    });
    await dev!.client.call(commentRoutes.postComment, comment("@Ola, will you come?", [ola!.id]));
    expect(await greta.inbox()).toEqual(["• Dev commented on “Party”"]);
    expect(await ola!.inbox()).toContain("• Dev mentioned you on “Party”");
    expect((await ola!.open(id)).commentCount).toBe(1);
    const closed = await greta.change(await greta.open(id), { allowsComments: false });
    expect(closed.allowsComments).toBe(false);
    expect(await dev!.refused(commentRoutes.postComment, comment("Still there?"))).toBe("forbidden");
  });
});

describe("at its time, an announcement", () => {
  test("is published once, on behalf of the person who scheduled it", async () => {
    const draft = await poul!.write({ title: "At noon" });
    const scheduled = await poul!.publish(draft, inAnHour());
    expect(scheduled).toMatchObject({ status: "DRAFT", publishedAt: null });
    expect(scheduled.scheduledFor).not.toBeNull();
    expect(await dev!.refused(routes.getAnnouncement, of(draft.id))).toBe("announcement_not_found");
    const socket = await server.connect(dev!);
    await passTime(draft.id, "scheduled_for");
    const { announcement, isNew } = await socket.next("announcement.changed");
    expect([announcement.id, announcement.status, isNew]).toEqual([draft.id, "PUBLISHED", true]);
    expect(await dev!.inbox()).toEqual(["• Poul published “At noon”"]);
    socket.close();
  });

  test("becomes a draft again and its author is notified, if they may no longer publish", async () => {
    const draft = await poul!.publish(await poul!.write({ title: "Too late" }), inAnHour());
    const held = await server.db
      .deleteFrom("user_roles")
      .where("user_id", "=", poul!.id)
      .where("role_id", "=", (await idsByName(server.db, "roles")).publisher!)
      .returningAll()
      .executeTakeFirstOrThrow();
    await server.felt();
    await passTime(draft.id, "scheduled_for");
    await expect
      .poll(() => poul!.inbox())
      .toEqual([
        "• “Too late” was not published at its time, since its publisher may not publish any more. It is a draft again.",
      ]);
    expect(await poul!.open(draft.id)).toMatchObject({ status: "DRAFT", scheduledFor: null });
    expect(await dev!.inbox()).toEqual([]);
    await server.db.insertInto("user_roles").values(held).execute();
    await server.felt();
  });

  test("expires, and its readers get an event", async () => {
    const { id } = await greta.announce({ title: "Today", expiresAt: inAnHour() });
    expect(await dev!.inbox()).toHaveLength(1);
    const socket = await server.connect(dev!);
    await passTime(id, "expires_at");
    expect(await dev!.refused(routes.getAnnouncement, of(id))).toBe("announcement_not_found");
    expect(await socket.next("announcement.gone")).toEqual({ announcementId: id });
    expect(await dev!.inbox()).toEqual([]);
    expect((await greta.list({ state: "EXPIRED", scope: "managed" })).map((one) => one.id)).toEqual([id]);
    socket.close();
  });
});

describe("the ledger", () => {
  test("shows who has read and confirmed each edition, and lists people who have left separately", async () => {
    const must = await greta.announce({
      title: "New rules",
      mustRead: true,
      departmentIds: [departments.DevOps!, departments.Backend!],
    });
    await dev!.read(must.id);
    await ola!.confirm(must.id);
    expect(await greta.summary(must.id)).toMatchObject({
      total: 2,
      confirmed: 1,
      read: 1,
      unopened: 0,
      left: 0,
      nudgeable: 1,
      departments: [
        { name: "Backend", total: 1, confirmed: 1, read: 0 },
        { name: "DevOps", total: 1, confirmed: 0, read: 1 },
      ],
    });
    // Confirmed two hours after publication, which is in the third hour.
    await server.db
      .updateTable("announcements")
      .set({ published_at: sql`now() - interval '190 minutes'` })
      .execute();
    await server.db
      .updateTable("announcement_reads")
      .set({ confirmed_at: sql`now() - interval '65 minutes'` })
      .where("confirmed_at", "is not", null)
      .execute();
    expect((await greta.summary(must.id)).pace).toMatchObject({ step: "hour", counts: [0, 0, 1, 0] });
    await server.db
      .updateTable("announcements")
      .set({ published_at: sql`now() - interval '3 days'` })
      .execute();
    expect((await greta.summary(must.id)).pace).toMatchObject({ step: "day", counts: [0, 0, 1, 0] });
    expect((await greta.readers(must.id, { state: "open" })).map(({ person }) => person.name)).toEqual([
      "Dev",
    ]);
    expect((await greta.readers(must.id, { name: "OL" })).map(({ state }) => state)).toEqual(["confirmed"]);
    const important = await greta.change(must, { content: "Newer", isImportant: true });
    expect(await dev!.refused(routes.confirmAnnouncement, { ...of(must.id), body: { edition: 1 } })).toBe(
      "changed_meanwhile",
    );
    expect(await greta.readers(must.id)).toMatchObject([
      { person: { name: "Dev" }, state: "unopened", confirmedEdition: null },
      { person: { name: "Ola" }, state: "unopened", confirmedEdition: 1 },
    ]);
    await greta.change(important, { departmentIds: [departments.Backend!] });
    expect(await greta.readers(must.id, { state: "left" })).toMatchObject([
      { person: { name: "Dev" }, state: "left", departments: [{ name: "DevOps" }] },
    ]);
    expect(await greta.summary(must.id)).toMatchObject({ total: 1, left: 1 });
  });

  test("is visible only to the author and administrators, and exports CSV without formulas", async () => {
    const { id } = await poul!.announce({ title: "=Cut()" });
    const draft = await poul!.write();
    const own = await greta.announce();
    for (const route of [routes.getReadersSummary, routes.listReaders, routes.exportReaders] as const) {
      const input = { ...of(id), query: {} } as never;
      expect(await dev!.refused(route, input)).toBe("forbidden");
      expect(await poul!.refused(route, { ...of(own.id), query: {} } as never)).toBe("forbidden");
      expect(await poul!.refused(route, { ...of(draft.id), query: {} } as never)).toBe(
        "announcement_not_published",
      );
    }
    await greta.read(id);
    const { csv, isWhole } = await poul!.client.call(routes.exportReaders, { ...of(id), query: {} });
    expect(isWhole).toBe(true);
    const [head, , second] = csv.split("\n");
    expect(head).toBe("\uFEFFname,email,departments,state,opened,confirmed,nudges,last nudge");
    expect(second).toMatch(/^Greta,.*,read,2/);
    expect(csv.trim().split("\n")).toHaveLength(4);
  });

  test("a must-read stays in the inbox as one entry until it is confirmed, however often it is asked for", async () => {
    const must = await greta.announce({ title: "Sign here", mustRead: true });
    const entries = async () => {
      await everybodyNotified(server.db);
      const { items } = await dev!.client.call(notificationRoutes.listNotifications, {
        query: { state: "inbox" },
      });
      return items.map(({ title, isRead, isOwed }) => ({ title, isRead, isOwed }));
    };
    const asked = {
      title: "Greta asks you to confirm that you have read “Sign here”",
      isRead: false,
      isOwed: true,
    };
    expect(await entries()).toEqual([asked]);
    const { items } = await dev!.client.call(notificationRoutes.listNotifications, {
      query: { state: "inbox" },
    });
    const changes = items.map(({ id }) => ({ id, isRead: true, isDone: true }));
    await dev!.client.call(notificationRoutes.changeNotifications, { body: { changes } });
    await dev!.read(must.id);
    expect(await entries()).toEqual([asked]);

    await greta.nudge(must.id, [dev!.id]);
    const reminder = { ...asked, title: "Greta reminds you to confirm “Sign here”" };
    expect(await entries()).toEqual([reminder]);

    await dev!.confirm(must.id);
    expect(await entries()).toEqual([]);
    const done = await dev!.client.call(notificationRoutes.listNotifications, { query: { state: "done" } });
    expect(done.items.map(({ isRead, isOwed }) => ({ isRead, isOwed }))).toEqual([
      { isRead: true, isOwed: false },
    ]);
  });

  test("asks everybody but the author, who is not in the ledger", async () => {
    const before = (await poul!.client.call(routes.countAnnouncements, {})).toConfirm;
    const draft = await poul!.write({ title: "By Poul", content: "Read", mustRead: true });
    await greta.publish(draft);
    expect((await greta.readers(draft.id)).map(({ person }) => person.name)).toEqual(["Dev", "Greta", "Ola"]);
    expect(await greta.summary(draft.id)).toMatchObject({ total: 3, nudgeable: 2 });
    expect((await poul!.client.call(routes.countAnnouncements, {})).toConfirm).toBe(before);
    expect(await poul!.inbox()).toEqual([]);
    expect((await dev!.client.call(routes.countAnnouncements, {})).toConfirm).toBe(1);
  });

  test("nudges open readers once a day, and never the person who nudges", async () => {
    const must = await greta.announce({ title: "Sign this", mustRead: true });
    await ola!.confirm(must.id);
    expect(await greta.nudge(must.id, [ola!.id, dev!.id])).toBe(1);
    expect((await dev!.inbox())[0]).toBe("• Greta reminds you to confirm “Sign this”");
    const [first, second] = await Promise.allSettled([greta.nudge(must.id), greta.nudge(must.id)]);
    // Only Poul is left, and only one of both requests reminds him.
    expect([first, second].map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await greta.refused(routes.nudgeReaders, { ...of(must.id), body: {} })).toBe("nudged_already");
    expect(await greta.summary(must.id)).toMatchObject({ nudgeable: 0 });
    await server.db
      .updateTable("announcement_nudges")
      .set({ nudged_at: sql`now() - interval '25 hours'` })
      .execute();
    expect(await greta.nudge(must.id)).toBe(2);
    const [row] = await greta.readers(must.id, { name: "Dev" });
    expect(row).toMatchObject({ nudges: 2, state: "unopened" });
  });
});

describe("events", () => {
  test("about announcements give the same as a refetch", async () => {
    const socket = await server.connect(dev!);
    const shared = async () =>
      (await dev!.list()).map(({ isRead: _, readStatus: __, ...announcement }) => announcement);
    const draft = await greta.write({ title: "One", departmentIds: [departments.DevOps!] });
    const changed = {
      socket,
      event: "announcement.changed" as const,
      fetch: shared,
      apply: (
        before: Awaited<ReturnType<typeof shared>>,
        { announcement }: { announcement: (typeof before)[number] },
      ) => [announcement, ...before.filter(({ id }) => id !== announcement.id)],
    };
    await eventEqualsRefetch({ ...changed, act: () => greta.publish(draft) });
    await eventEqualsRefetch({
      ...changed,
      act: async () => greta.change(await greta.open(draft.id), { content: "Two", priority: "HIGH" }),
    });
    await eventEqualsRefetch({
      socket,
      event: "announcement.gone",
      fetch: shared,
      act: async () => greta.change(await greta.open(draft.id), { departmentIds: [departments.Backend!] }),
      apply: (before, { announcementId }) => before.filter(({ id }) => id !== announcementId),
    });
    socket.close();
  });

  test("about reads go to the reader's own devices and to the ledger", async () => {
    const must = await greta.announce({ title: "Read me", mustRead: true });
    const [own, watching] = await Promise.all([server.connect(dev!), server.connect(greta)]);
    await eventEqualsRefetch({
      socket: own,
      event: "announcement.read",
      fetch: () => dev!.list(),
      act: () => dev!.confirm(must.id),
      apply: (before, { announcementId, readStatus }) =>
        before.map((one) =>
          one.id === announcementId
            ? { ...one, readStatus, isRead: readStatus.edition === one.edition }
            : one,
        ),
    });
    await eventEqualsRefetch({
      socket: watching,
      event: "announcement.readers",
      fetch: async () => [{ id: must.id, summary: await greta.summary(must.id) }] as const,
      act: () => ola!.read(must.id),
      apply: named(({ announcementId }: { announcementId: string }) => announcementId),
    });
    own.close();
    watching.close();
  });
});
