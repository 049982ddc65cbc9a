import { announcementRoutes as routes } from "@atoll/contract/announcements/routes";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { type Announcer, createAnnouncer, idsByName } from "../../../test/announcers.ts";
import { createRole } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { upload } from "../../../test/upload.ts";

const server = sharedServer();
let greta: Announcer;
let [writer, dev, ola]: Announcer[] = [];
let departments: Record<string, string>;
let roles: Record<string, string>;

beforeAll(async () => {
  await createRole(server.db, { name: "writer", permissions: ["announcements:create"] });
  await createRole(server.db, { name: "lead" });
  greta = await createAnnouncer(server, "Greta", { roles: ["admin"] });
  writer = await createAnnouncer(server, "Wim", { roles: ["user", "writer"] });
  dev = await createAnnouncer(server, "Dev", { roles: ["user", "lead"], departments: ["DevOps"] });
  ola = await createAnnouncer(server, "Ola", { roles: ["user"], departments: ["Backend"] });
  departments = await idsByName(server.db, "departments");
  roles = await idsByName(server.db, "roles");
});

const of = (announcementId: string) => ({ params: { announcementId } });
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe("a draft", () => {
  test("starts as DRAFT with priority MEDIUM, is visible only to its author, and is created once when sent twice", async () => {
    const body = { id: uuidv7(), title: "Office party", content: "Bring a **dish**" };
    const { announcement } = await writer!.client.call(routes.createAnnouncement, { body });
    expect(announcement).toMatchObject({
      status: "DRAFT",
      priority: "MEDIUM",
      publishedAt: null,
      edition: 1,
    });
    const again = await writer!.client.call(routes.createAnnouncement, { body });
    expect(again.announcement).toEqual(announcement);
    expect(await writer!.refused(routes.createAnnouncement, { body: { ...body, title: "Other" } })).toBe(
      "announcement_id_taken",
    );
    expect(await dev!.refused(routes.getAnnouncement, of(body.id))).toBe("announcement_not_found");
    expect((await greta.open(body.id)).content).toBe("Bring a **dish**");
    expect(await dev!.refused(routes.createAnnouncement, { body: { id: uuidv7() } })).toBe("forbidden");
  });

  test("can be published with the permission, but not by a mere writer, and nobody else may change it then", async () => {
    const draft = await writer!.write({ title: "Lights off" });
    const publication = { ...of(draft.id), body: { textVersion: draft.textVersion } };
    expect(await writer!.refused(routes.publishAnnouncement, publication)).toBe("forbidden");
    const changed = await writer!.change(draft, { content: "At ten", status: "DRAFT" });
    expect(await greta.refused(routes.publishAnnouncement, publication)).toBe("changed_meanwhile");
    const published = await greta.publish(changed);
    expect(published).toMatchObject({ status: "PUBLISHED", scheduledFor: null });
    expect(published.publishedAt).not.toBeNull();
    expect(await greta.publish(published)).toEqual(published);
    const change = { ...of(draft.id), body: { textVersion: published.textVersion, content: "At nine" } };
    expect(await writer!.refused(routes.changeAnnouncement, change)).toBe("forbidden");
    expect(await dev!.refused(routes.changeAnnouncement, change)).toBe("forbidden");
    expect((await dev!.open(draft.id)).content).toBe("At ten");
  });

  test("with invalid fields is not published: each reason is at its field, and the draft is kept", async () => {
    const publication = async (wanted: Parameters<Announcer["write"]>[0], at: string | null = null) => {
      const { id, textVersion } = await greta.write(wanted);
      const refusal = await greta.refused(routes.publishAnnouncement, {
        ...of(id),
        body: { textVersion, at },
      });
      expect(await greta.open(id)).toMatchObject({ status: "DRAFT", content: wanted?.content ?? "" });
      return refusal;
    };
    expect(await publication({ title: " ", content: "All of it" })).toBe("invalid_request: title");
    expect(await publication({ expiresAt: "2020-01-01T00:00:00.000Z" })).toBe("invalid_request: expiresAt");
    expect(await publication({ expiresAt: inAnHour() }, "2150-01-01T00:00:00.000Z")).toBe(
      "invalid_request: expiresAt",
    );
    expect(await publication({ mustRead: true, dueAt: "2020-01-01T00:00:00.000Z" })).toBe(
      "invalid_request: dueAt",
    );
    expect(await publication({}, "2020-01-01T00:00:00.000Z")).toBe("invalid_request: at");
    expect(await publication({ departmentIds: [departments.Backend!], roleIds: [roles.lead!] })).toBe(
      "audience_empty",
    );
    const unknown = { body: { id: uuidv7(), title: "For nobody", departmentIds: [uuidv7()] } };
    expect(await greta.refused(routes.createAnnouncement, unknown)).toBe("audience_unknown");
    const long = { body: { id: uuidv7(), title: "x".repeat(161) } };
    expect(await greta.refused(routes.createAnnouncement, long)).toBe("invalid_request: title");
  });

  test("refuses the later of two edits, and an edit by an author who has since lost the permission", async () => {
    const draft = await writer!.write({ title: "Parking" });
    await greta.change(draft, { content: "Greta's words" });
    const late = { ...of(draft.id), body: { textVersion: draft.textVersion, content: "Wim's words" } };
    expect(await writer!.refused(routes.changeAnnouncement, late)).toBe("changed_meanwhile");
    expect((await writer!.open(draft.id)).content).toBe("Greta's words");
    const { textVersion } = await writer!.open(draft.id);
    const held = await server.db
      .deleteFrom("user_roles")
      .where("user_id", "=", writer!.id)
      .where("role_id", "=", roles.writer!)
      .returningAll()
      .executeTakeFirstOrThrow();
    await server.felt();
    const body = { textVersion, content: "Wim's words" };
    expect(await writer!.refused(routes.changeAnnouncement, { ...of(draft.id), body })).toBe("forbidden");
    await server.db.insertInto("user_roles").values(held).execute();
    await server.felt();
    expect((await writer!.change({ ...draft, textVersion }, { content: "Wim's words" })).content).toBe(
      "Wim's words",
    );
  });

  test("has files in their order, which only its readers may read and which are deleted when removed", async () => {
    const files = await Promise.all(
      ["a.txt", "b.txt"].map((name) =>
        upload(server, writer!, { name, content: name, kind: "announcement" }),
      ),
    );
    const [a, b] = files.map(({ id }) => id);
    const draft = await writer!.write({ attachmentIds: [a!] });
    const both = await writer!.change(draft, { attachmentIds: [b!, a!] });
    expect(both.attachments.map(({ originalName }) => originalName)).toEqual(["b.txt", "a.txt"]);
    const one = await writer!.change(both, { attachmentIds: [b!] });
    expect([one.attachmentCount, one.attachments.map(({ id }) => id)]).toEqual([1, [b]]);
    const stolen = { ...of((await greta.write()).id), body: { textVersion: 1, attachmentIds: [b!] } };
    expect(await greta.refused(routes.changeAnnouncement, stolen)).toBe("attachment_not_found");
  });
});

describe("a published announcement", () => {
  test("is for members of any of its departments with any of its roles, as of when they read it", async () => {
    const { id } = await greta.announce({
      title: "For leads of two departments",
      departmentIds: [departments.DevOps!, departments.Marketing!],
      roleIds: [roles.lead!],
    });
    const titles = async (who: Announcer) => (await who.list()).map(({ title }) => title);
    expect(await titles(dev!)).toContain("For leads of two departments");
    expect(await titles(ola!)).not.toContain("For leads of two departments");
    expect(await ola!.refused(routes.getAnnouncement, of(id))).toBe("announcement_not_found");
    // A publisher sees it, but not among the announcements for them.
    expect(await titles(greta)).not.toContain("For leads of two departments");
    expect((await greta.list({ scope: "managed" })).map((one) => one.id)).toContain(id);
    await server.db
      .deleteFrom("user_departments")
      .where("user_id", "=", dev!.id)
      .where("department_id", "=", departments.DevOps!)
      .execute();
    await server.felt();
    expect(await dev!.refused(routes.getAnnouncement, of(id))).toBe("announcement_not_found");
    await server.db
      .insertInto("user_departments")
      .values({ user_id: dev!.id, department_id: departments.Marketing! })
      .execute();
    await server.felt();
    expect((await dev!.open(id)).isRead).toBe(false);
  });

  test("for a department that is deleted stays visible to nobody instead of becoming visible to everybody", async () => {
    const { id } = await server.db
      .insertInto("departments")
      .values({ name: "Passing", description: "", slug: "passing" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await server.db.insertInto("user_departments").values({ user_id: ola!.id, department_id: id }).execute();
    await server.felt();
    const announced = await greta.announce({ title: "Passing", departmentIds: [id] });
    expect((await ola!.open(announced.id)).departments).toEqual([{ id, name: "Passing" }]);
    await server.db.deleteFrom("departments").where("id", "=", id).execute();
    await server.felt();
    expect(await ola!.refused(routes.getAnnouncement, of(announced.id))).toBe("announcement_not_found");
    expect((await greta.open(announced.id)).departments[0]?.name).toBe("A deleted department");
  });

  test("is listed the newest first, filtered, paged and counted", async () => {
    const before = await ola!.counts();
    const low = await greta.announce({ title: "Low tide", priority: "LOW" });
    const urgent = await greta.announce({ title: "Storm", priority: "URGENT", mustRead: true });
    const [first, second] = await ola!.list();
    expect([first?.id, second?.id]).toEqual([urgent.id, low.id]);
    expect(await ola!.list({ priority: "LOW" })).toHaveLength(1);
    expect(await ola!.counts()).toEqual({
      unread: before.unread + 2,
      urgent: before.urgent + 1,
      toConfirm: before.toConfirm + 1,
    });
    const page = await ola!.client.call(routes.listAnnouncements, { query: { limit: 1 } });
    const next = await ola!.client.call(routes.listAnnouncements, {
      query: { limit: 1, cursor: page.nextCursor ?? "" },
    });
    expect([page.items[0]?.id, next.items[0]?.id]).toEqual([urgent.id, low.id]);
    expect(await ola!.read(low.id)).toMatchObject({ userId: ola!.id, edition: 1, confirmedAt: null });
    const toConfirm = await ola!.list({ toConfirm: "only", limit: 100 });
    expect(toConfirm).toHaveLength(before.toConfirm + 1);
    expect(toConfirm.every(({ mustRead }) => mustRead)).toBe(true);
    expect((await ola!.list({ unread: "only" })).map(({ id }) => id)).not.toContain(low.id);
    expect((await ola!.open(low.id)).isRead).toBe(true);
  });

  test("is hidden from readers once archived or withdrawn, and from its managers once deleted", async () => {
    const one = await greta.announce({ title: "Old" });
    expect(await greta.archive(one.id)).toMatchObject({ status: "ARCHIVED" });
    expect(await ola!.refused(routes.getAnnouncement, of(one.id))).toBe("announcement_not_found");
    expect((await greta.list({ state: "ARCHIVED", scope: "managed" }))[0]?.id).toBe(one.id);
    const draft = await greta.write();
    expect(await greta.refused(routes.archiveAnnouncement, of(draft.id))).toBe("announcement_not_published");
    expect(await greta.withdraw(one.id)).toMatchObject({ status: "DRAFT", publishedAt: null });
    await greta.remove(one.id);
    expect(await greta.refused(routes.getAnnouncement, of(one.id))).toBe("announcement_not_found");
    const { rows } = await server.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", one.id)
      .orderBy("number")
      .execute()
      .then((found) => ({ rows: found.map(({ action }) => action) }));
    expect(rows).toEqual([
      "announcement.published",
      "announcement.archived",
      "announcement.withdrawn",
      "announcement.deleted",
    ]);
  });

  test("can only change its status", async () => {
    const draft = await greta.write({ title: "By status" });
    const published = await greta.change(draft, { status: "PUBLISHED" });
    expect(published.status).toBe("PUBLISHED");
    expect((await greta.change(published, { status: "ARCHIVED" })).status).toBe("ARCHIVED");
  });
});

test("the reach of an audience counts each person once, and gives the number of each choice", async () => {
  const everyone = await greta.reach();
  expect(everyone).toMatchObject({ reached: 4, everyone: 4 });
  expect(everyone.roles.map(({ name }) => name)).not.toContain("pending");
  const backend = await greta.reach([departments.Backend!]);
  expect([backend.reached, backend.people.map(({ name }) => name)]).toEqual([1, ["Ola"]]);
  expect(backend.roles.find(({ name }) => name === "lead")?.count).toBe(0);
  expect((await greta.reach([departments.Backend!], [roles.lead!])).reached).toBe(0);
  expect(
    (await greta.reach([], [roles.lead!])).departments.find(({ name }) => name === "Backend")?.count,
  ).toBe(0);
  expect(await dev!.refused(routes.measureReach, { query: {} })).toBe("forbidden");
});
