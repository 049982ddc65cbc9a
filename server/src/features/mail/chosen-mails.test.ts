import { administrationRoutes } from "@atoll/contract/administration/routes";
import { announcementRoutes } from "@atoll/contract/announcements/routes";
import { mailRoutes } from "@atoll/contract/mail/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { defaultNotificationSettings } from "@atoll/contract/notifications/ways";
import type { RouteCall } from "@atoll/contract/route";
import { addDays, dayIn } from "@atoll/contract/zones";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Announcer, createAnnouncer } from "../../../test/announcers.ts";
import { type Chatter, createChatters } from "../../../test/chatter.ts";
import { createChannel, createPerson, createRole } from "../../../test/factories.ts";
import { enterGuest } from "../../../test/guests.ts";
import { type SignedIn, startTestNodes, type TestNodes } from "../../../test/harness.ts";
import { type MailServer, startMailServer } from "../../../test/mail-server.ts";
import { emptyInboxes, everybodyNotified } from "../../../test/settled.ts";
import { createTaskRow } from "../../../test/task-factory.ts";
import { queueDueDigests } from "./queue-digests.ts";

/** The machine may be busy. */
const patience = { timeout: 30_000 };
const dayMs = 24 * 3600_000;

let smtp: MailServer;
let nodes: TestNodes;
let admin: SignedIn;
let [ana, ben]: Chatter[] = [];
let greta: Announcer;
let channelId: string;
/** Every digest of the tests is of another day, all of them to come. */
let days = 0;

beforeAll(async () => {
  smtp = await startMailServer();
  nodes = await startTestNodes({ mail: smtp.config, patience: { mailPauseMs: 30 } });
  admin = await nodes[0].signIn(await createPerson(nodes[0].db, { roles: ["super_admin"] }));
  greta = await createAnnouncer(nodes[0], "Greta", { roles: ["admin"] });
});
beforeEach(async () => {
  await emptyInboxes(nodes[0].db);
  await sql`DELETE FROM tasks`.execute(nodes[0].db);
  [ana, ben] = await createChatters(nodes[0], ["Ana Alm", "Ben Bek"]);
  ({ id: channelId } = await createChannel(nodes[0].db, {
    name: `harbour ${uuidv7()}`,
    members: [ana!, ben!],
  }));
  await choose(ben!, { digest: "daily", digestHour: 0 });
});
afterAll(async () => {
  await nodes.close();
  await smtp.stop();
});

type Choice = RouteCall<typeof mailRoutes.changeMailPreferences>["body"];
const choose = (person: Chatter, body: Choice) =>
  person.client.call(mailRoutes.changeMailPreferences, { body });
const preferences = async (person: Chatter) =>
  (await person.client.call(mailRoutes.getMailPreferences, {})).preferences;

/** Queues the digests of the next day, on two nodes at once. */
async function nextDay(): Promise<void> {
  days += 1;
  const now = new Date(Date.now() + days * dayMs);
  const run = () => nodes[0].db.transaction().execute((tx) => queueDueDigests(tx, now));
  await Promise.all([run(), run(), run()]);
}
/** Settles when nothing waits to be sent. */
const settled = () =>
  vi.waitFor(async () => {
    const { items } = await admin.client.call(mailRoutes.listMails, { query: { state: "waiting" } });
    expect(items).toEqual([]);
  }, patience);
const mailsTo = ({ user: { email } }: SignedIn) => smtp.received.filter(({ to }) => to.includes(email));
/** Settles when the mails to a person were tried after now, by a server that has read what has changed until now. */
async function triedAgain({ user: { id } }: SignedIn): Promise<void> {
  const tries = async () => {
    const { rows } = await sql<{
      tries: number;
    }>`SELECT tries FROM mails WHERE user_id = ${id} AND state = 'waiting'`.execute(nodes[0].db);
    return rows[0]?.tries ?? Number.POSITIVE_INFINITY;
  };
  const before = await tries();
  await vi.waitFor(async () => expect(await tries()).toBeGreaterThanOrEqual(before + 2), patience);
}
/** Returns the only digest of a person. */
async function digestOf(person: SignedIn) {
  await settled();
  expect(mailsTo(person)).toHaveLength(1);
  return mailsTo(person)[0]!;
}
const mention = (text = "@Ben Bek, the tide turns") => ana!.post(channelId, text, { mentionIds: [ben!.id] });

describe("a digest", () => {
  test("has what is unread, to confirm and due, with links, and quotes nobody, once for several nodes", async () => {
    const told = await mention();
    const direct = await ana!.openDirect(ben!.id);
    await ana!.post(direct.id, "A secret between us");
    await greta.announce({ title: "Fire drill", content: "On Monday", mustRead: true });
    const yesterday = addDays(dayIn("UTC", new Date()), -1);
    const due = sql<string>`${yesterday}::date` as unknown as string;
    const taskId = await createTaskRow(nodes[0].db, ana!.id, {
      title: "Mend the <b>sail</b>",
      assignee_id: ben!.id,
      due_date: due,
    });
    await everybodyNotified(nodes[0].db);
    await nextDay();
    const mail = await digestOf(ben!);
    expect(mail.subject).toBe("Your digest from Test Company");
    const order = [
      "TO CONFIRM",
      "Greta asks you to confirm that you have read “Fire drill”",
      "MENTIONS",
      "Ana Alm mentioned you",
    ];
    const found = [
      ...order,
      "DIRECT MESSAGES",
      "A direct message from Ana Alm",
      "TASKS DUE",
      "Mend the <b>sail</b>",
    ];
    const places = found.map((text) => mail.text.indexOf(text));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(mail.text).toContain(`https://atoll.example.test/chat/channel/${channelId}`);
    expect(mail.text).toContain(`https://atoll.example.test/tasks/${taskId}`);
    expect(mail.text).toContain(told.id);
    for (const text of [mail.text, mail.html]) {
      expect(text).not.toContain("secret between us");
      expect(text).not.toContain("tide turns");
    }
    expect(mail.html).toContain("Mend the &lt;b&gt;sail&lt;/b&gt;");
    await nextDay();
    expect(mailsTo(ana!)).toEqual([]);
  });

  test("quotes the beginnings of messages to people who want that", async () => {
    await choose(ben!, { showsTexts: true });
    await mention(`@Ben Bek, **the tide** turns ${"and turns ".repeat(40)}`);
    await everybodyNotified(nodes[0].db);
    await nextDay();
    const { text } = await digestOf(ben!);
    expect(text).toContain("the tide turns and turns");
    expect(text).toContain("…");
  });

  test("shows ten things at most, some of each part, and counts the rest of each", async () => {
    for (let at = 0; at < 12; at += 1) await mention(`@Ben Bek, number ${at}`);
    const due = sql<string>`current_date - 3` as unknown as string;
    for (const title of ["First", "Second", "Third"])
      await createTaskRow(nodes[0].db, ana!.id, { title, assignee_id: ben!.id, due_date: due });
    await everybodyNotified(nodes[0].db);
    await nextDay();
    const { text } = await digestOf(ben!);
    // The last counts the rest of the tasks.
    expect(text.match(/^- /gm)).toHaveLength(11);
    expect(text).toContain("- First");
    expect(text).toContain("- Second");
    expect(text).not.toContain("- Third");
    expect(text).toMatch(/- 1 more task\n {2}https:\/\/atoll\.example\.test\/tasks\?\S*due=overdue/);
    expect(text).toContain("Open your inbox (4 more unread)");
  });

  test("is written when it is sent: nothing that was read or became unreadable by then", async () => {
    const other = await createChannel(nodes[0].db, { name: `pier ${uuidv7()}`, members: [ana!, ben!] });
    await mention();
    await ana!.post(other.id, "@Ben Bek, here as well", { mentionIds: [ben!.id] });
    await everybodyNotified(nodes[0].db);
    await smtp.stop();
    await nextDay();
    await sql`DELETE FROM channel_members WHERE channel_id = ${channelId} AND user_id = ${ben!.id}`.execute(
      nodes[0].db,
    );
    await triedAgain(ben!);
    await smtp.start();
    const { text } = await digestOf(ben!);
    expect(text).toContain(other.id);
    expect(text).not.toContain(channelId);
  });

  test("is not sent, and leaves no trace, when there is nothing by then", async () => {
    await mention();
    await everybodyNotified(nodes[0].db);
    await smtp.stop();
    await nextDay();
    await emptyInboxes(nodes[0].db);
    await settled();
    await smtp.start();
    expect(mailsTo(ben!)).toEqual([]);
    const { rows } = await sql`SELECT FROM mails WHERE user_id = ${ben!.id}`.execute(nodes[0].db);
    expect(rows).toEqual([]);
    await nextDay();
    expect((await sql`SELECT FROM mails WHERE user_id = ${ben!.id}`.execute(nodes[0].db)).rows).toEqual([]);
  });

  test("is one after days without a mail server, with what is unread then", async () => {
    await mention("@Ben Bek, on the first day");
    await everybodyNotified(nodes[0].db);
    await smtp.stop();
    await nextDay();
    await nextDay();
    const direct = await ana!.openDirect(ben!.id);
    await ana!.post(direct.id, "On the third day");
    await everybodyNotified(nodes[0].db);
    await nextDay();
    await triedAgain(ben!);
    await smtp.start();
    expect((await digestOf(ben!)).text).toContain("A direct message from Ana Alm");
  });

  test("is sent to the address that its reader has by then", async () => {
    await mention();
    await everybodyNotified(nodes[0].db);
    await smtp.stop();
    await nextDay();
    const email = `new-${uuidv7()}@example.test`;
    await sql`UPDATE accounts SET email = ${email} WHERE id = ${ben!.id}`.execute(nodes[0].db);
    await nextDay();
    await triedAgain(ben!);
    await smtp.start();
    await settled();
    expect(mailsTo(ben!)).toEqual([]);
    expect(smtp.received.filter(({ to }) => to.includes(email))).toHaveLength(1);
    const { items } = await admin.client.call(mailRoutes.listMails, { query: { state: "sent" } });
    expect(items[0]).toMatchObject({ kind: "digest", address: email });
  });

  test("is not sent to a guest whose access has ended", async () => {
    const guest = await enterGuest(nodes[0], "Gil", ana!.id);
    const { id } = await createChannel(nodes[0].db, { name: `guests ${uuidv7()}`, members: [ana!, guest] });
    await choose(guest, { digest: "daily", digestHour: 0 });
    await ana!.post(id, `@${guest.name}, look`, { mentionIds: [guest.id] });
    await everybodyNotified(nodes[0].db);
    await nextDay();
    await digestOf(guest);
    await sql`UPDATE accounts SET guest_until = now() WHERE id = ${guest.id}`.execute(nodes[0].db);
    await nextDay();
    await settled();
    expect(mailsTo(guest)).toHaveLength(1);
  });

  test("is not sent to disabled accounts, and on the same day once they are enabled", async () => {
    const disable = (isDisabled: boolean) =>
      sql`UPDATE accounts SET disabled_at = ${isDisabled ? new Date() : null} WHERE id = ${ben!.id}`.execute(
        nodes[0].db,
      );
    await mention();
    await everybodyNotified(nodes[0].db);
    await nextDay();
    await digestOf(ben!);
    await disable(true);
    await nextDay();
    await settled();
    expect(mailsTo(ben!)).toHaveLength(1);
    await disable(false);
    // The same day.
    days -= 1;
    await nextDay();
    await settled();
    expect(mailsTo(ben!)).toHaveLength(2);
  });

  test("is not sent to people who first have to choose a password or set up a second factor", async () => {
    const { db } = nodes[0];
    /** Returns how many digests of the next day Ben gets. */
    const sent = async () => {
      const before = mailsTo(ben!).length;
      await nextDay();
      await settled();
      return mailsTo(ben!).length - before;
    };
    await mention();
    await everybodyNotified(db);
    const mustChoose = (is: boolean) =>
      sql`UPDATE accounts SET must_choose_password = ${is} WHERE id = ${ben!.id}`.execute(db);
    await mustChoose(true);
    expect(await sent()).toBe(0);
    await mustChoose(false);
    const { id: roleId } = await createRole(db, { name: `strict ${uuidv7()}` });
    await sql`INSERT INTO user_roles (user_id, role_id) VALUES (${ben!.id}, ${roleId})`.execute(db);
    await sql`UPDATE roles SET requires_second_factor = true WHERE id = ${roleId}`.execute(db);
    expect(await sent()).toBe(0);
    await sql`UPDATE passkey_site SET site = 'atoll.example.test'`.execute(db);
    // Two factors in one.
    await sql`INSERT INTO passkeys (id, user_id, site, credential_id, public_key, signature_count, transports, is_synced, name)
      VALUES (${uuidv7()}, ${ben!.id}, 'atoll.example.test', ${uuidv7()}, '\\x00', 0, '{}', false, 'Key')`.execute(
      db,
    );
    expect(await sent()).toBe(1);
    await sql`UPDATE roles SET requires_passkey = true WHERE id = ${roleId}`.execute(db);
    expect(await sent()).toBe(1);
    await sql`DELETE FROM passkeys WHERE user_id = ${ben!.id}`.execute(db);
    await sql`INSERT INTO second_factors (user_id, secret, confirmed_at) VALUES (${ben!.id}, 'none', now())`.execute(
      db,
    );
    expect(await sent()).toBe(0);
  });

  test("waits for the end of quiet hours, also when the mail server comes back in them", async () => {
    const quiet = {
      timeZone: "UTC",
      days: Array.from({ length: 7 }, () => ({ from: "00:00", until: "00:00" })),
    };
    const setQuiet = (quietHours: typeof quiet | null) =>
      ben!.client.call(notificationRoutes.setNotificationSettings, {
        body: { ...defaultNotificationSettings, quietHours },
      });
    await mention();
    await everybodyNotified(nodes[0].db);
    await smtp.stop();
    await nextDay();
    await setQuiet(quiet);
    await vi.waitFor(async () => {
      const { rows } =
        await sql`SELECT FROM mails WHERE user_id = ${ben!.id} AND due_at > now() + interval '1 hour'
        AND taken_until IS NULL`.execute(nodes[0].db);
      expect(rows).toHaveLength(1);
    }, patience);
    await smtp.start();
    await sql`DELETE FROM mails WHERE user_id = ${ben!.id}`.execute(nodes[0].db);
    await nextDay();
    await settled();
    expect(mailsTo(ben!)).toEqual([]);
    await setQuiet(null);
    // The same day.
    days -= 1;
    await nextDay();
    await digestOf(ben!);
  });

  test("is written in its reader's language, on the day of their time zone", async () => {
    await sql`UPDATE accounts SET preferences = ${JSON.stringify({ language: "de-DE", timeZone: "Pacific/Kiritimati" })}
      WHERE id = ${ben!.id}`.execute(nodes[0].db);
    await mention();
    await everybodyNotified(nodes[0].db);
    await nextDay();
    const day = dayIn("Pacific/Kiritimati", new Date());
    const words = new Intl.DateTimeFormat("de-DE", { dateStyle: "full", timeZone: "UTC" }).format(
      new Date(day),
    );
    expect((await digestOf(ben!)).text).toContain(words);
  });

  test("is sent from tomorrow on if its hour has passed today", async () => {
    await choose(ben!, { digest: "off" });
    await choose(ben!, { digest: "daily" });
    await mention();
    await everybodyNotified(nodes[0].db);
    await nodes[0].db.transaction().execute((tx) => queueDueDigests(tx, new Date()));
    await settled();
    expect(mailsTo(ben!)).toEqual([]);
  });
});

describe("an announcement that its author also sends by mail", () => {
  /** Publishes one for everybody, after the mail server was stopped: nothing is sent before it starts again. */
  async function announce(title: string) {
    await smtp.stop();
    const announced = await greta.announce({
      ...{ title, content: "Meet **at the pier**.\n\nBring a coat.", mustRead: true, byMail: true },
      dueAt: new Date(Date.now() + dayMs).toISOString(),
    });
    await everybodyNotified(nodes[0].db);
    return announced;
  }
  const confirm = (person: Chatter, announcementId: string) =>
    person.client.call(announcementRoutes.confirmAnnouncement, {
      params: { announcementId },
      body: { edition: 1 },
    });
  const of = (person: SignedIn, title: string) => mailsTo(person).filter(({ subject }) => subject === title);

  test("goes to those who have to confirm it, and have neither done so nor stopped such mails", async () => {
    const [cleo, dan] = await createChatters(nodes[0], ["Cleo Cray", "Dan Dahl"]);
    await choose(dan!, { announcements: false });
    const { id } = await announce("Storm drill");
    await confirm(cleo!, id);
    await triedAgain(cleo!);
    await smtp.start();
    await settled();
    const [mail, ...others] = of(ana!, "Storm drill");
    expect(others).toEqual([]);
    expect(mail?.text).toContain("Greta asks you to read this");
    expect(mail?.text).toContain("Meet at the pier.\n\nBring a coat.");
    expect(mail?.text).toContain("Confirm by: ");
    expect(mail?.text).toContain(`https://atoll.example.test/announcements/${id}`);
    expect(mail?.text).toContain("Stop announcements by mail: https://atoll.example.test/unsubscribe#");
    expect([of(ben!, "Storm drill"), of(cleo!, "Storm drill"), of(dan!, "Storm drill")]).toMatchObject([
      [{}],
      [],
      [],
    ]);
    expect(of(greta, "Storm drill")).toEqual([]);
  });

  test("has the newest text, and is not sent once it is withdrawn", async () => {
    const first = await announce("Draft title");
    await greta.change(first, { title: "Corrected title" });
    await triedAgain(ana!);
    await smtp.start();
    await settled();
    expect([of(ana!, "Draft title"), of(ana!, "Corrected title")]).toMatchObject([[], [{}]]);
    const { id } = await announce("Never mind");
    await greta.withdraw(id);
    await settled();
    await smtp.start();
    expect(of(ana!, "Never mind")).toEqual([]);
  });

  test("says before how many people get it by mail", async () => {
    const before = (await greta.reach()).byMail ?? 0;
    await choose(ana!, { announcements: false });
    expect((await greta.reach()).byMail).toBe(before - 1);
  });
});

describe("an address that the mail server refuses for good", () => {
  const userOf = async ({ user: { id } }: SignedIn) =>
    (await admin.client.call(administrationRoutes.getUser, { params: { userId: id } })).user;
  async function refuse(person: SignedIn, text: string): Promise<void> {
    smtp.refused.set(person.user.email, { code: 550, text });
    await mention();
    await everybodyNotified(nodes[0].db);
    await nextDay();
    await settled();
    smtp.refused.delete(person.user.email);
  }

  test("gets no more digests until an administrator has it tried again", async () => {
    await refuse(ben!, "5.1.1 No such user here");
    expect((await userOf(ben!)).mailRefusal).toContain("No such user here");
    const own = await ben!.client.call(mailRoutes.getMailPreferences, {});
    expect(own.refusal).toContain("No such user here");
    await nextDay();
    await settled();
    expect(mailsTo(ben!)).toEqual([]);
    await admin.client.call(mailRoutes.forgetMailRefusal, { params: { userId: ben!.id } });
    expect((await userOf(ben!)).mailRefusal).toBe(null);
    await nextDay();
    await digestOf(ben!);
  });

  test("is no longer marked when it is changed", async () => {
    await refuse(ben!, "5.1.1 No such user here");
    await sql`UPDATE accounts SET email = ${`new-${uuidv7()}@example.test`} WHERE id = ${ben!.id}`.execute(
      nodes[0].db,
    );
    expect((await userOf(ben!)).mailRefusal).toBe(null);
  });

  test("is not marked for a refusal that is about the sender", async () => {
    await refuse(ben!, "5.7.1 Your network is on our list");
    expect((await userOf(ben!)).mailRefusal).toBe(null);
  });
});

describe("unsubscribing", () => {
  /** Sends a digest to Ben, and returns where mail programs unsubscribe him. */
  async function oneClick(): Promise<string> {
    await mention();
    await everybodyNotified(nodes[0].db);
    await nextDay();
    const mail = await digestOf(ben!);
    const lines = mail.headerLines.map(({ line }) => line.replace(/\s+/g, " "));
    expect(lines).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    const url = lines.join("\n").match(/List-Unsubscribe: <https:\/\/atoll\.example\.test(\S+)>/)?.[1] ?? "";
    // The page of the footer has the same link.
    expect(mail.text).toContain(`https://atoll.example.test/unsubscribe#${url.split("/").at(-1)}`);
    return url;
  }
  const post = (url: string) =>
    nodes[1].anyone.send("POST", url, {
      raw: "List-Unsubscribe=One-Click",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });

  test("takes one POST without signing in, and never a look at the link", async () => {
    const url = await oneClick();
    const look = await nodes[0].anyone.send("GET", url);
    expect([look.status, look.headers.get("location")]).toEqual([
      302,
      `/unsubscribe#${url.split("/").at(-1)}`,
    ]);
    expect(await preferences(ben!)).toMatchObject({ digest: "daily" });
    const socket = await nodes[0].connect(ben!);
    const news = socket.next("mail-preferences.changed");
    expect((await post(url)).status).toBe(204);
    expect(await news).toEqual({});
    expect(await preferences(ben!)).toMatchObject({ digest: "off", digestHour: 0, announcements: true });
    expect((await post(url)).status).toBe(204);
    await nextDay();
    await settled();
    expect(mailsTo(ben!)).toHaveLength(1);
  });

  test("refuses links that were changed, of other people and of deleted accounts, in the same words", async () => {
    const url = await oneClick();
    const answers = [
      await post(url.replace("digest", "announcement")),
      await post(url.replace(ben!.id, ana!.id)),
    ];
    answers.push(await post(url.slice(0, -1)), await post("/api/mail/unsubscribe/x"));
    await sql`DELETE FROM accounts WHERE id = ${ben!.id}`.execute(nodes[0].db);
    answers.push(await post(url));
    const words = answers.map(({ status, body }) => {
      const { error } = body as { error: { code: string; message: string } };
      return [status, error.code, error.message].join(" ");
    });
    expect(new Set(words).size).toBe(1);
    expect(words[0]).toMatch(/^404 unsubscribe_link_not_valid This link does not work/);
  });
});

test("people get the digest that an administrator chose before their account was made, and keep it", async () => {
  const set = (rhythm: "weekly" | "off") =>
    admin.client.call(mailRoutes.setDigestOfNewPeople, { body: { rhythm } });
  expect((await set("weekly")).status.digestOfNewPeople).toBe("weekly");
  const [cleo] = await createChatters(nodes[0], ["Cleo Cray"]);
  await set("off");
  const [dan] = await createChatters(nodes[0], ["Dan Dahl"]);
  expect([await preferences(cleo!), await preferences(dan!), await preferences(ana!)]).toMatchObject([
    { digest: "weekly" },
    { digest: "off" },
    { digest: "off" },
  ]);
});
