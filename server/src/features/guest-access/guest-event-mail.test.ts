import { eventRoutes } from "@atoll/contract/calendar/routes";
import { guestAccessRoutes as routes } from "@atoll/contract/guest-access/routes";
import { mailRoutes } from "@atoll/contract/mail/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Chatter, signInChatter } from "../../../test/chatter.ts";
import { createPerson } from "../../../test/factories.ts";
import { enterGuest } from "../../../test/guests.ts";
import { startTestNodes, type TestNodes } from "../../../test/harness.ts";
import { type MailServer, startMailServer } from "../../../test/mail-server.ts";
import { everybodyNotified } from "../../../test/settled.ts";
import { queueGuestEventMails } from "../calendar/public.ts";

let smtp: MailServer;
let nodes: TestNodes;
beforeAll(async () => {
  smtp = await startMailServer();
  nodes = await startTestNodes({ mail: smtp.config, patience: { mailPauseMs: 30 } });
});
afterAll(async () => {
  await nodes.close();
  await smtp.stop();
});

/** Creates an event with these guests, and returns its ID. */
async function createEvent(host: Chatter, guests: readonly Chatter[], more: { start: string; end: string }) {
  const id = uuidv7();
  const body = { id, title: "Kick-off", location: "Pier 3", description: "Agenda", zone: "UTC", ...more };
  await host.client.call(eventRoutes.createEvent, { body });
  for (const guest of guests)
    await host.client.call(routes.inviteGuestToThing, {
      params: { kind: "event", subjectId: id, guestId: guest.id },
      body: { mayComment: true },
    });
  return id;
}
const later = { start: "2099-03-02T09:30", end: "2099-03-02T10:00", rule: "FREQ=WEEKLY;COUNT=3" };
const mailsTo = ({ user: { email } }: Chatter) => smtp.received.filter(({ to }) => to.includes(email));
const enterHost = async () =>
  signInChatter(nodes[0], await createPerson(nodes[0].db, { roles: ["super_admin"] }));

test("a guest gets the event by mail as a calendar file, without the address of anybody else", async () => {
  const host = await enterHost();
  const guest = await enterGuest(nodes[0], "Gus", host.id);
  const id = await createEvent(host, [guest], later);
  const [mail] = await smtp.mailsTo(guest.user.email);
  expect(mail).toMatchObject({ subject: "You are invited to “Kick-off”" });
  expect(mail?.text).toContain("Later changes are only in Atoll.");
  const source = JSON.stringify(mail);
  expect(source).toContain(`/calendar?event=${id}`);
  expect(source).not.toContain(host.user.email);
  const attached = mail?.attached[0];
  expect(attached).toContain("SUMMARY:Kick-off");
  expect(attached).toContain("RRULE:FREQ=WEEKLY;COUNT=3");
  // RFC 6047: the type of the file and the file name the same method. Both name none.
  expect(mail?.attachedAs[0]).toContain("text/calendar");
  expect([attached, mail?.attachedAs[0]].join()).not.toMatch(/method/i);
});

test("the file has the description only for guests who want texts in mails", async () => {
  const host = await enterHost();
  const [plain, wordy] = [
    await enterGuest(nodes[0], "Pia", host.id),
    await enterGuest(nodes[0], "Wes", host.id),
  ];
  await wordy.client.call(mailRoutes.changeMailPreferences, { body: { showsTexts: true } });
  await createEvent(host, [plain, wordy], later);
  const fileOf = async (guest: Chatter) => (await smtp.mailsTo(guest.user.email))[0]?.attached[0];
  expect(await fileOf(plain)).not.toContain("Agenda");
  expect(await fileOf(wordy)).toContain("DESCRIPTION:Agenda");
});

test("no mail of an event is sent once it is over, or once the guest's access has ended", async () => {
  const { db } = nodes[0];
  const host = await enterHost();
  const [guest, ended] = [
    await enterGuest(nodes[0], "Gil", host.id),
    await enterGuest(nodes[0], "Edda", host.id),
  ];
  const past = { start: "2020-03-02T09:30", end: "2020-03-02T10:00" };
  const id = await createEvent(host, [guest], past);
  const other = await createEvent(host, [], later);
  await everybodyNotified(db);
  await sql`INSERT INTO guest_access (subject_kind, subject_id, guest_id, may_comment)
    VALUES ('event', ${other}, ${ended.id}, true)`.execute(db);
  await sql`UPDATE accounts SET guest_until = now() WHERE id = ${ended.id}`.execute(db);
  await db.transaction().execute((tx) => queueGuestEventMails(tx, other, [ended.id]));
  const findStates = async () =>
    (
      await sql<{ subject_id: string; state: string }>`SELECT subject_id, state FROM mails
        WHERE user_id IN (${guest.id}, ${ended.id}) AND kind = 'guest-event' ORDER BY created_at`.execute(db)
    ).rows;
  await expect.poll(findStates, { timeout: 30_000 }).toEqual([
    { subject_id: id, state: "dropped" },
    { subject_id: other, state: "dropped" },
  ]);
  expect([...mailsTo(guest), ...mailsTo(ended)]).toEqual([]);
});
