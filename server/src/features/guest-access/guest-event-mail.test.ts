import { eventRoutes } from "@atoll/contract/calendar/routes";
import { guestAccessRoutes as routes } from "@atoll/contract/guest-access/routes";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInChatter } from "../../../test/chatter.ts";
import { createPerson } from "../../../test/factories.ts";
import { enterGuest } from "../../../test/guests.ts";
import { startTestNodes, type TestNodes } from "../../../test/harness.ts";
import { type MailServer, startMailServer } from "../../../test/mail-server.ts";

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

test("a guest gets the event by mail as a calendar file, without the address of anybody else", async () => {
  const host = await signInChatter(nodes[0], await createPerson(nodes[0].db, { roles: ["super_admin"] }));
  const guest = await enterGuest(nodes[0], "Gus", host.id);
  const id = uuidv7();
  const times = { start: "2099-03-02T09:30", end: "2099-03-02T10:00", zone: "UTC" };
  const body = { id, title: "Kick-off", location: "Pier 3", ...times, rule: "FREQ=WEEKLY;COUNT=3" };
  await host.client.call(eventRoutes.createEvent, { body });
  await host.client.call(routes.inviteGuestToThing, {
    params: { kind: "event", subjectId: id, guestId: guest.id },
    body: { mayComment: true },
  });
  const [mail] = await smtp.mailsTo(guest.user.email);
  expect(mail).toMatchObject({ subject: "You are invited to “Kick-off”" });
  const source = JSON.stringify(mail);
  expect(source).toContain(`/calendar?event=${id}`);
  expect(source).not.toContain(host.user.email);
  const attached = mail?.attached[0];
  expect(attached).toContain("SUMMARY:Kick-off");
  expect(attached).toContain("RRULE:FREQ=WEEKLY;COUNT=3");
});
