import { administrationRoutes } from "@atoll/contract/administration/routes";
import { announcementTitleMaxLength } from "@atoll/contract/announcements/limits";
import { announcementRoutes as routes } from "@atoll/contract/announcements/routes";
import { commentRoutes } from "@atoll/contract/comments/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { type Announcer, createAnnouncer, idsByName } from "../../../test/announcers.ts";
import { codeOf } from "../../../test/client.ts";
import { createRole } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { everybodyNotified } from "../../../test/settled.ts";

const server = sharedServer();
let greta: Announcer;
let [dev, ola, poul]: Announcer[] = [];
let departments: Record<string, string>;

beforeAll(async () => {
  await createRole(server.db, { name: "publisher", permissions: ["announcements:publish"] });
  await createRole(server.db, { name: "author", permissions: ["announcements:create"] });
  greta = await createAnnouncer(server, "Greta", { roles: ["super_admin"] });
  dev = await createAnnouncer(server, "Dev", { departments: ["DevOps"] });
  ola = await createAnnouncer(server, "Ola", { departments: ["Backend"] });
  poul = await createAnnouncer(server, "Poul", { roles: ["user", "publisher"] });
  departments = await idsByName(server.db, "departments");
});

const of = (announcementId: string) => ({ params: { announcementId } });
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
/** The inbox's entries about one announcement. */
async function about(who: Announcer, title: string) {
  await everybodyNotified(server.db);
  const { items } = await who.client.call(notificationRoutes.listNotifications, { query: {} });
  return items.filter((item) => item.title.includes(`“${title}”`));
}

describe("an undo", () => {
  test("brings an archived announcement back as it was read, and notifies nobody again", async () => {
    const { id } = await greta.announce({ title: "Back again", mustRead: true });
    await dev!.confirm(id);
    const [before, entries] = [await dev!.open(id), await about(ola!, "Back again")];
    const changeId = uuidv7();
    await greta.archive(id, changeId);
    await greta.archive(id, changeId);
    expect([await codeOf(dev!.open(id)), await about(ola!, "Back again")]).toEqual([
      "announcement_not_found",
      [],
    ]);
    expect(await codeOf(poul!.undo(changeId))).toBe("change_not_found");
    await greta.undo(changeId);
    const { version, updatedAt, ...shown } = before;
    expect(await dev!.open(id)).toMatchObject(shown);
    expect(await about(ola!, "Back again")).toEqual(entries);
    expect(await codeOf(greta.undo(changeId))).toBe("change_not_found");
    const acts = server.db.selectFrom("audit_log").select("action").where("subject_id", "=", id);
    expect((await acts.orderBy("number").execute()).map(({ action }) => action)).toEqual([
      "announcement.published",
      "announcement.archived",
      "announcement.published",
    ]);
  });

  test("schedules a withdrawn announcement again, unless it was published since or the right is gone", async () => {
    const pia = await createAnnouncer(server, "Pia", { roles: ["user", "publisher"] });
    const [draft, other] = [await pia.write({ title: "Later" }), await pia.write({ title: "Now" })];
    const at = inHours(2);
    await pia.publish(draft, at);
    const [changeId, overtaken] = [uuidv7(), uuidv7()];
    await pia.withdraw(draft.id, changeId);
    await pia.undo(changeId);
    expect(await pia.open(draft.id)).toMatchObject({ status: "DRAFT", scheduledFor: at });
    await pia.publish(other);
    await pia.withdraw(other.id, overtaken);
    await greta.publish(await greta.open(other.id));
    expect(await codeOf(pia.undo(overtaken))).toBe("changed_meanwhile");
    const edited = uuidv7();
    await pia.withdraw(other.id, edited);
    await greta.change(await greta.open(other.id), { title: "Not what Pia published" });
    expect(await codeOf(pia.undo(edited))).toBe("changed_meanwhile");
    expect(await greta.open(other.id)).toMatchObject({ status: "DRAFT" });
    await greta.publish(await greta.open(other.id));
    const late = uuidv7();
    await pia.archive(other.id, late);
    const publishers = server.db.selectFrom("roles").select("id").where("name", "=", "publisher");
    await server.db
      .deleteFrom("user_roles")
      .where("user_id", "=", pia.id)
      .where("role_id", "in", publishers)
      .execute();
    expect(await codeOf(pia.undo(late))).toBe("change_not_found");
  });
});

describe("an announcement that is over", () => {
  test("reminds nobody, and so counts no reminder", async () => {
    const { id } = await greta.announce({ title: "Over", mustRead: true, expiresAt: inHours(1) });
    await greta.archive(id);
    const nudge = { ...of(id), body: { personIds: [dev!.id] } };
    expect(await greta.refused(routes.nudgeReaders, nudge)).toBe("announcement_not_published");
    await greta.publish(await greta.open(id));
    await server.db
      .updateTable("announcements")
      .set({ published_at: sql`now() - interval '1 day'`, expires_at: sql`now() - interval '1 minute'` })
      .where("id", "=", id)
      .execute();
    expect(await greta.refused(routes.nudgeReaders, nudge)).toBe("announcement_not_published");
    expect((await greta.readers(id, { name: "Dev" }))[0]).toMatchObject({ nudges: 0, nudgedAt: null });
    expect(await greta.summary(id)).toMatchObject({ nudgeable: 0 });
  });

  test("disappears from counts, search, cards and lists of readers, and returns to all of them when it is restored", async () => {
    const counts = () => dev!.counts();
    const before = await counts();
    const { id } = await greta.announce({ title: "Elevenses", priority: "URGENT", mustRead: true });
    const shown = async () => {
      const { items } = await dev!.client.call(searchRoutes.searchEverywhere, {
        query: { query: "elevenses" },
      });
      return [items.some((item) => item.id === id), (await dev!.list()).some((one) => one.id === id)];
    };
    const during = await counts();
    expect(during).toEqual({
      unread: before.unread + 1,
      urgent: before.urgent + 1,
      toConfirm: before.toConfirm + 1,
    });
    await expect.poll(shown).toEqual([true, true]);
    await greta.archive(id);
    expect(await counts()).toEqual(before);
    expect(await shown()).toEqual([false, false]);
    expect(await about(dev!, "Elevenses")).toEqual([]);
    const late = { params: { kind: "announcement", subjectId: id }, body: { id: uuidv7(), content: "Late" } };
    expect(await dev!.refused(commentRoutes.postComment, late)).toBe("subject_not_found");
    await greta.publish(await greta.open(id));
    expect(await counts()).toEqual(during);
    expect(await shown()).toEqual([true, true]);
    expect(await about(dev!, "Elevenses")).toHaveLength(1);
  });
});

test("only urgent announcements say in the inbox that they are urgent", async () => {
  await greta.announce({ title: "Fire drill", priority: "URGENT" });
  await greta.announce({ title: "New menu", priority: "HIGH" });
  await greta.announce({ title: "Old menu", priority: "LOW" });
  const urgency = async (title: string) => (await about(dev!, title)).map(({ isUrgent }) => isUrgent);
  expect(await urgency("Fire drill")).toEqual([true]);
  expect(await urgency("New menu")).toEqual([false]);
  expect(await urgency("Old menu")).toEqual([false]);
});

describe("two people at once", () => {
  test("publish a draft once: the audience has one entry, the audit log one line", async () => {
    const draft = await poul!.write({ title: "Twice" });
    await Promise.all([poul!.publish(draft), greta.publish(draft)]);
    expect(await about(dev!, "Twice")).toHaveLength(1);
    const { count } = await server.db
      .selectFrom("audit_log")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("action", "=", "announcement.published")
      .where("subject_id", "=", draft.id)
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  test("change and publish it: publishes exactly what the publisher saw", async () => {
    const draft = await poul!.write({ title: "Seen" });
    const outcomes = await Promise.allSettled([
      greta.publish(draft),
      poul!.change(draft, { content: "Slipped in" }),
    ]);
    const { content, status } = await greta.open(draft.id);
    expect([
      // The change came first, and the publication of another text was refused.
      ["rejected", "fulfilled", "DRAFT", "Slipped in"],
      // The publication came first, of the text that was seen.
      ["fulfilled", "fulfilled", "PUBLISHED", "Slipped in"],
    ]).toContainEqual([...outcomes.map((outcome) => outcome.status), status, content]);
  });

  test("confirm and ask again: the confirmation is for the edition that was read", async () => {
    const must = await greta.announce({ title: "Rules", mustRead: true });
    const [, again] = await Promise.allSettled([
      dev!.confirm(must.id, 1),
      greta.change(must, { content: "New rules", isImportant: true }),
    ]);
    expect(again.status).toBe("fulfilled");
    const open = await dev!.open(must.id);
    expect(open.edition).toBe(2);
    expect(open.readStatus?.edition ?? 1).toBe(1);
    expect((await greta.readers(must.id, { name: "Dev" }))[0]).toMatchObject({ state: "unopened" });
    expect(await about(dev!, "Rules")).toMatchObject([{ isOwed: true }]);
  });
});

describe("an author", () => {
  test("hands over drafts when leaving, including a scheduled one, which becomes a draft again at its time", async () => {
    const leaver = await createAnnouncer(server, "Lea", { roles: ["user", "publisher"] });
    const scheduled = await leaver.publish(await leaver.write({ title: "Farewell" }), inHours(2));
    const published = await leaver.announce({ title: "My last" });
    await greta.client.call(administrationRoutes.deleteUser, {
      params: { userId: leaver.id },
      body: { handOverTo: poul!.id },
    });
    expect(await poul!.open(scheduled.id)).toMatchObject({ author: { id: poul!.id } });
    await server.db
      .updateTable("announcements")
      .set({ scheduled_for: sql`now() - interval '1 minute'` })
      .where("id", "=", scheduled.id)
      .execute();
    await expect.poll(async () => (await about(poul!, "Farewell")).length).toBe(1);
    expect(await poul!.open(scheduled.id)).toMatchObject({ status: "DRAFT", scheduledFor: null });
    expect(await dev!.open(published.id)).toMatchObject({ author: { id: leaver.id, isFormer: true } });
    expect(await dev!.refused(routes.getAnnouncement, of(scheduled.id))).toBe("announcement_not_found");
  });

  test("without the permission can still read their draft, but neither change nor delete it", async () => {
    const anna = await createAnnouncer(server, "Anna", { roles: ["user", "author"] });
    const draft = await anna.write({ title: "Mine" });
    await server.db
      .deleteFrom("user_roles")
      .where("user_id", "=", anna.id)
      .where("role_id", "=", (await idsByName(server.db, "roles")).author!)
      .execute();
    await server.felt();
    expect(await anna.open(draft.id)).toMatchObject({ title: "Mine" });
    const change = { ...of(draft.id), body: { textVersion: draft.textVersion, title: "Ours" } };
    expect(await anna.refused(routes.changeAnnouncement, change)).toBe("forbidden");
    expect(await anna.refused(routes.deleteAnnouncement, of(draft.id))).toBe("forbidden");
  });
});

describe("an audience", () => {
  test("asks people once and keeps their confirmations when it shrinks and grows again", async () => {
    const { DevOps, Backend } = departments as { DevOps: string; Backend: string };
    const first = await greta.announce({ title: "Moves", mustRead: true, departmentIds: [DevOps, Backend] });
    await ola!.confirm(first.id);
    const narrow = await greta.change(first, { departmentIds: [DevOps] });
    expect(await ola!.refused(routes.getAnnouncement, of(first.id))).toBe("announcement_not_found");
    expect((await greta.readers(first.id, { state: "left" })).map(({ person }) => person.name)).toEqual([
      "Ola",
    ]);
    expect(await greta.summary(first.id)).toMatchObject({ total: 1, confirmed: 0, left: 1 });
    await greta.change(narrow, { departmentIds: [DevOps, Backend] });
    expect(await greta.summary(first.id)).toMatchObject({ total: 2, confirmed: 1, left: 0 });
    expect(await about(ola!, "Moves")).toEqual([]);
    expect(await about(dev!, "Moves")).toHaveLength(1);
  });

  test("is paged without gaps when people share a name, and leaves out disabled people", async () => {
    for (let index = 0; index < 5; index += 1)
      await createAnnouncer(server, "Kim", { departments: ["Frontend"] });
    const gone = await createAnnouncer(server, "Kim", { departments: ["Frontend"] });
    await server.db
      .updateTable("accounts")
      .set({ disabled_at: new Date() })
      .where("id", "=", gone.id)
      .execute();
    const { id } = await greta.announce({ departmentIds: [departments.Frontend!] });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await greta.client.call(routes.listReaders, { ...of(id), query: { limit: 2, cursor } });
      seen.push(...page.items.map(({ person }) => person.id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(5);
    expect(seen).toHaveLength(5);
    expect(seen).not.toContain(gone.id);
  });
});

test("a title has at most as many characters as the limit says, however many units each takes", async () => {
  const longest = "🛶".repeat(announcementTitleMaxLength);
  expect((await greta.write({ title: longest })).title).toBe(longest);
  const body = { id: uuidv7(), title: `${longest}🛶` };
  expect(await greta.refused(routes.createAnnouncement, { body })).toBe("invalid_request: title");
});
