import { administrationRoutes } from "@atoll/contract/administration/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import type { NotificationSettings } from "@atoll/contract/notifications/settings-schemas";
import { defaultNotificationSettings } from "@atoll/contract/notifications/ways";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { type Chatter, createChatters, signInChatter } from "../../../test/chatter.ts";
import { createChannel, createPerson, createRole } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { everybodyNotified } from "../../../test/settled.ts";

const server = sharedServer();
let admin: Chatter;
beforeAll(async () => {
  admin = await signInChatter(
    server,
    await createPerson(server.db, { name: "Ada Admin", email: "ada@example.test", roles: ["super_admin"] }),
  );
});

/** Makes the first sign-in of a person older than the time in which they set up their other devices. */
const settle = (id: string) =>
  sql`UPDATE sessions SET created_at = now() - interval '11 minutes' WHERE user_id = ${id}`.execute(
    server.db,
  );

async function inbox(of: Chatter) {
  await everybodyNotified(server.db);
  return (await of.client.call(notificationRoutes.listNotifications, { query: {} })).items;
}

test("a changed role or department, and inherited things, notify only their person", async () => {
  const [ben, cleo] = (await createChatters(server, ["Ben", "Cleo"])) as [Chatter, Chatter];
  const role = await createRole(server.db, { name: "harbour master" });
  const userRole = ben.user.roles[0]?.id ?? "";
  const departments = await server.db
    .selectFrom("departments")
    .select(["id", "name", "slug"])
    .orderBy("name")
    .execute();
  const [first, second] = departments;
  const change = async (roleIds: string[], departmentIds: string[]) => {
    const { version } = await server.db
      .selectFrom("accounts")
      .select("version")
      .where("id", "=", ben.id)
      .executeTakeFirstOrThrow();
    const body = { version, roleIds, departmentIds };
    await admin.client.call(administrationRoutes.updateUser, { params: { userId: ben.id }, body });
  };
  await change([userRole, role.id], [first!.id]);
  await change([userRole], [second!.id]);
  const entries = await inbox(ben);
  expect(new Set(entries.map(({ title }) => title))).toEqual(
    new Set([
      "Ada Admin has given you the role harbour master.",
      `Ada Admin has put you into ${first!.name}.`,
      "Ada Admin has taken the role harbour master from you.",
      `Ada Admin has taken you out of ${first!.name}.`,
      `Ada Admin has put you into ${second!.name}.`,
    ]),
  );
  expect(entries.find(({ kind }) => kind === "department.joined")).toMatchObject({
    tab: "account",
    reason: "account",
    actors: [{ id: admin.id }],
    link: `/${second!.slug}`,
  });
  await admin.client.call(administrationRoutes.deleteUser, {
    params: { userId: ben.id },
    body: { handOverTo: cleo.id },
  });
  expect(await inbox(cleo)).toMatchObject([{ title: "Ada Admin has handed over to you what Ben owned." }]);
  expect(await inbox(admin)).toEqual([]);
  expect(
    await server.db.selectFrom("notifications").select("id").where("user_id", "=", ben.id).execute(),
  ).toEqual([]);
});

test("a sign-in with a new browser notifies a person who has signed in before, once for each browser", async () => {
  const person = await createPerson(server.db, { name: "Dora" });
  const dora = await signInChatter(server, person);
  // Their other devices, which they set up right after the first.
  await server.signIn(person);
  expect(await inbox(dora)).toEqual([]);
  await settle(person.id);
  await server.signIn(person);
  expect(await inbox(dora)).toMatchObject([
    {
      kind: "session.new-device",
      tab: "account",
      isUrgent: true,
      reason: "account",
      title: expect.stringMatching(/^New sign-in with /),
    },
  ]);
  // Many that nobody has read are one entry.
  await server.signIn(person);
  await server.signIn(person);
  const [entry, ...others] = await inbox(dora);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ count: 3, title: expect.stringMatching(/^3 new sign-ins, the last with /) });
  await dora.client.call(notificationRoutes.changeNotifications, {
    body: { changes: [{ id: entry!.id, isRead: true }] },
  });
  await server.signIn(person);
  expect(await inbox(dora)).toMatchObject([
    { count: 1, isRead: false, title: expect.stringMatching(/^New sign-in with /) },
  ]);
});

test("banners are also in the inbox, and read in both places at once", async () => {
  const person = await createPerson(server.db, { name: "Eve" });
  await admin.client.call(administrationRoutes.setUserPassword, {
    params: { userId: person.id },
    body: { password: "another staple battery" },
  });
  await everybodyNotified(server.db);
  const { client, user } = await server.signIn({ ...person, password: "another staple battery" });
  expect(user.notices).toMatchObject([{ kind: "password.set", actor: "Ada Admin" }]);
  const body = { currentPassword: "another staple battery", password: person.password };
  await client.send("PATCH", "/api/auth/user", { body });
  const { items } = await client.call(notificationRoutes.listNotifications, { query: { tab: "account" } });
  expect(items).toMatchObject([{ title: "Ada Admin has set a new password for you.", isRead: false }]);
  await client.call(notificationRoutes.changeNotifications, {
    body: { changes: [{ id: items[0]!.id, isRead: true }] },
  });
  expect((await client.call(identityRoutes.getCurrentUser, {})).user.notices).toEqual([]);
});

describe("settings", () => {
  const save = (of: Chatter, chosen: Partial<NotificationSettings>) =>
    of.client.call(notificationRoutes.setNotificationSettings, {
      body: { ...defaultNotificationSettings, ...chosen },
    });

  test("apply on every device, and ignore only unknown parts", async () => {
    const [fay] = (await createChatters(server, ["Fay"])) as [Chatter];
    const read = async () => (await fay.client.call(notificationRoutes.getNotificationSettings, {})).settings;
    expect(await read()).toEqual(defaultNotificationSettings);
    const socket = await server.connect(fay);
    const { settings } = await save(fay, { sound: false, kinds: { "chat.reply": { push: false } } });
    expect(await socket.next("settings.changed")).toEqual({ settings });
    expect(await read()).toEqual(settings);
    const stored = { sound: false, kinds: { "chat.reply": { push: false }, "chat.gone": { push: true } } };
    await server.db
      .updateTable("notification_settings")
      .set({ settings: JSON.stringify(stored) })
      .execute();
    expect(await read()).toEqual(settings);
  });

  test("keep a kind out of the inbox, except for mandatory ones", async () => {
    const [gus] = (await createChatters(server, ["Gus"])) as [Chatter];
    const { id } = await createChannel(server.db, { members: [admin, gus] });
    await save(gus, { kinds: { "chat.mention": { inbox: false }, "session.new-device": { inbox: false } } });
    await admin.post(id, "@Gus", { mentionIds: [gus.id] });
    await settle(gus.id);
    await server.signIn({ ...gus.user, password: "correct horse battery" });
    expect(await inbox(gus)).toMatchObject([{ kind: "session.new-device" }]);
    // These settings do not affect the inbox.
    await save(gus, { enabled: false, chat: false });
    await admin.post(id, "@Gus", { mentionIds: [gus.id] });
    expect(await inbox(gus)).toHaveLength(2);
  });
});
