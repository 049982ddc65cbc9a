import { auditRoutes } from "@atoll/contract/audit/routes";
import { mailRoutes } from "@atoll/contract/mail/routes";
import type { MailAddressPlace } from "@atoll/contract/mail/schemas";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type Chatter, createChatters, signInChatter } from "../../../../test/chatter.ts";
import { commenterOf } from "../../../../test/commenter.ts";
import { createChannel, createPerson } from "../../../../test/factories.ts";
import { serverForFile } from "../../../../test/for-file.ts";
import type { SignedIn } from "../../../../test/harness.ts";
import { deliver, type Letter, mailInConfig, writeLetter } from "../../../../test/letters.ts";

const server = serverForFile({ mailIn: mailInConfig });
let admin: SignedIn;
let [ana, ben, cleo]: Chatter[] = [];
let channelId: string;
let departmentId: string;
beforeAll(async () => {
  admin = await server.signIn(await createPerson(server.db, { roles: ["super_admin"] }));
});
beforeEach(async () => {
  const id = uuidv7();
  await server.db
    .insertInto("departments")
    .values({ id, slug: `d-${id}`, name: `Harbour ${id}` })
    .execute();
  departmentId = id;
  [ana, cleo] = await createChatters(server, ["Ana Alm", "Cleo Cay"]);
  ben = await signInChatter(
    server,
    await createPerson(server.db, { name: "Ben Bek", departments: [`Harbour ${id}`] }),
  );
  ({ id: channelId } = await createChannel(server.db, { members: [ana!, ben!] }));
  await sql`UPDATE channel_members SET is_owner = true WHERE channel_id = ${channelId} AND user_id = ${ana!.id}`.execute(
    server.db,
  );
});

const params = ({ kind, id }: MailAddressPlace) => ({ params: { kind, placeId: id } });
const channel = () => ({ kind: "channel" as const, id: channelId });
const department = () => ({ kind: "department" as const, id: departmentId });
const find = async (person: SignedIn, place: MailAddressPlace) =>
  (await person.client.call(mailRoutes.getMailAddress, params(place))).address;
const renew = async (person: SignedIn, place: MailAddressPlace) =>
  (await person.client.call(mailRoutes.renewMailAddress, params(place))).address ?? "";
function send(to: string, from: SignedIn, letter: Partial<Letter> = {}) {
  const head = [`To: Harbour <${to}>`];
  const raw = writeLetter({
    from: from.user.email,
    text: "It is *big*.",
    subject: "A crane",
    head,
    results: `spf=pass smtp.mailfrom=${from.user.email}`,
    ...letter,
  });
  return deliver(server, admin, { to, raw, from: from.user.email });
}

test("a channel has no address until its owner turns it on, and mails of members become messages", async () => {
  expect(await find(ana!, channel())).toBeNull();
  const to = await renew(ana!, channel());
  expect(await find(ana!, channel())).toBe(to);
  expect(await send(to, ben!, { subject: "A **crane** @all" })).toMatchObject({
    state: "posted",
    aim: "channel",
  });
  expect((await ana!.page(channelId)).messages).toMatchObject([
    {
      content: "**A   crane    all**\n\nIt is *big*.\n\n*Sent by mail*",
      ...{ author: { id: ben!.id }, parentId: null, mentions: [] },
    },
  ]);
  expect(await send(to, cleo!)).toMatchObject({ state: "refused", reason: "place_gone" });
  expect((await ana!.page(channelId)).messages).toHaveLength(1);
});

test("an address works until it is renewed or turned off, which only those who manage the place do", async () => {
  const first = await renew(ana!, channel());
  const second = await renew(ana!, channel());
  expect(await send(first, ben!)).toMatchObject({ state: "refused", reason: "address_unknown" });
  expect((await send(second, ben!)).state).toBe("posted");
  for (const route of [mailRoutes.getMailAddress, mailRoutes.renewMailAddress, mailRoutes.deleteMailAddress])
    expect((await ben!.client.refused(route, params(channel()))).body.error.code).toBe("forbidden");
  await ana!.client.call(mailRoutes.deleteMailAddress, params(channel()));
  await ana!.client.call(mailRoutes.deleteMailAddress, params(channel()));
  expect(await find(ana!, channel())).toBeNull();
  expect(await send(second, ben!)).toMatchObject({ state: "refused", reason: "address_unknown" });
  const { items } = await admin.client.call(auditRoutes.listEntries, { query: {} });
  expect(items.slice(0, 3).map(({ action, actor }) => [action, actor?.name])).toEqual([
    ["mail-address.deleted", "Ana Alm"],
    ["mail-address.renewed", "Ana Alm"],
    ["mail-address.renewed", "Ana Alm"],
  ]);
});

test("a mail is refused if nothing proves that its sender wrote it to the address, or if it is old", async () => {
  const to = await renew(ana!, channel());
  const domain = ben!.user.email.split("@")[1];
  const refused = { state: "refused", reason: "not_sent_by_author" };
  const h = "From:Date:Subject:Message-ID:Content-Type:MIME-Version:X-MS-Exchange-SenderADCheck";
  const head = [`To: ${to}`, `DKIM-Signature: v=1; d=${domain}; s=k1; h=${h}; b=abcdefghijkl`];
  const results = `dmarc=pass header.from=${domain}; dkim=pass header.d=${domain} header.s=k1 header.b=abcdefgh`;
  expect(await send(to, ben!, { results, head })).toMatchObject(refused);
  const date = "Date: Sat, 30 Nov 2019 10:00:00 +0000";
  expect(await send(to, ben!, { head: [`To: ${to}`, date] })).toMatchObject(refused);
  const raw = writeLetter({
    ...{ from: ben!.user.email, text: "x", results: `spf=pass smtp.mailfrom=${domain}`, head: [`To: ${to}`] },
  });
  expect(await deliver(server, admin, { to, raw, from: cleo!.user.email })).toMatchObject(refused);
  expect((await ana!.page(channelId)).messages).toEqual([]);
});

test("a mail that arrives again is dropped, also with more white space, and another with the same number is posted", async () => {
  const to = await renew(ana!, channel());
  const letter = { head: [`To: ${to}`], messageId: "scan" };
  const again = async (text: string) => (await send(to, ben!, { ...letter, text })).reason;
  expect(await again("Page 1")).toBeNull();
  expect(await again("Page  1 \n")).toBe("double");
  expect(await again("Page 2")).toBeNull();
  expect((await ana!.page(channelId)).messages).toHaveLength(2);
});

test("a mail to a department becomes a task with its subject as the title, and a comment with its files", async () => {
  const to = await renew(admin, department());
  const files = [{ name: "plan.txt", content: "a plan" }];
  const subject = `Crane ${"x".repeat(200)}`;
  expect(await send(to, ben!, { subject, files })).toMatchObject({ state: "posted", aim: "tasks" });
  const { rows } = await sql<{ id: string; title: string }>`
    SELECT id, title FROM tasks WHERE department_id = ${departmentId}`.execute(server.db);
  expect(rows).toHaveLength(1);
  const [row] = rows;
  expect(row?.title).toHaveLength(120);
  const { task } = await ben!.client.call(taskRoutes.getTask, { params: { taskId: row?.id ?? "" } });
  expect(task).toMatchObject({
    ...{ description: "It is *big*.\n\n*Sent by mail*", createdBy: { id: ben!.id }, departmentId },
  });
  expect((await commenterOf(ben!).list({ kind: "task", id: task.id })).items).toMatchObject([
    { author: { id: ben!.id }, attachments: [{ originalName: "plan.txt" }] },
  ]);
});

test("a mail of a person who may not create tasks in the department, or that does not name it, makes none", async () => {
  const to = await renew(admin, department());
  expect(await send(to, cleo!)).toMatchObject({ state: "refused", reason: "place_gone" });
  // Somebody who got a signed mail of Ben sends it on.
  const hidden = await send(to, ben!, { head: ["To: cleo@example.test"] });
  expect(hidden).toMatchObject({ state: "refused", reason: "address_hidden" });
  const added = await send(to, ben!, { head: ["To: cleo@example.test", `To: ${to}`] });
  expect(added).toMatchObject({ state: "refused", reason: "address_hidden" });
  const { rows } = await sql`SELECT FROM tasks WHERE department_id = ${departmentId}`.execute(server.db);
  expect(rows).toEqual([]);
});
