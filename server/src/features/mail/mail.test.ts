import { mailRoutes } from "@atoll/contract/mail/routes";
import { companyRoutes } from "@atoll/contract/workspace/company-routes";
import { workspaceRoutes } from "@atoll/contract/workspace/routes";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { eventEqualsRefetch } from "../../../test/event-equals-refetch.ts";
import { createPerson, type TestPerson } from "../../../test/factories.ts";
import { type SignedIn, startTestNodes, startTestServer, type TestNodes } from "../../../test/harness.ts";
import { type MailServer, startMailServer } from "../../../test/mail-server.ts";
import { enqueueJob } from "../../../test/run-job.ts";
import { queueMails } from "./public.ts";

/** The machine may be busy. */
const patience = { timeout: 30_000 };

let smtp: MailServer;
let nodes: TestNodes;
let admin: SignedIn;
beforeAll(async () => {
  smtp = await startMailServer();
  nodes = await startTestNodes({ mail: smtp.config, patience: { mailPauseMs: 30 } });
  admin = await nodes[0].signIn(await createPerson(nodes[0].db, { roles: ["super_admin"] }));
});
afterAll(async () => {
  await nodes.close();
  await smtp.stop();
});

/** Queues a test mail to each person, in a transaction that commits. */
const queue = (people: readonly TestPerson[], key?: string) =>
  nodes[0].db.transaction().execute((tx) =>
    queueMails(
      tx,
      people.map(({ id, email }) => ({ kind: "test", userId: id, address: email, ...(key && { key }) })),
    ),
  );
const person = (name?: string, email?: string) =>
  createPerson(nodes[0].db, { ...(name && { name }), ...(email && { email }) });
const listed = async () => (await admin.client.call(mailRoutes.listMails, { query: {} })).items;
const mailOf = async ({ email }: TestPerson) => (await listed()).find(({ address }) => address === email);
const stateOf = async (one: TestPerson) => (await mailOf(one))?.state;

describe("a mail", () => {
  test("is sent once by two nodes, to each of many people", async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => person()));
    await queue(people);
    for (const { email } of people) await smtp.mailsTo(email);
    await vi.waitFor(async () => {
      const states = await Promise.all(people.map(stateOf));
      expect(states).toEqual(people.map(() => "sent"));
    }, patience);
    for (const { email } of people) expect(await smtp.mailsTo(email)).toHaveLength(1);
    const ids = smtp.received.map(({ messageId }) => messageId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("is not sent if its transaction rolls back", async () => {
    const [one, marker] = [await person(), await person()];
    await nodes[0].db
      .transaction()
      .execute(async (tx) => {
        await queueMails(tx, [{ kind: "test", userId: one.id, address: one.email }]);
        throw new Error("rolled back");
      })
      .catch(() => undefined);
    await queue([marker]);
    await smtp.mailsTo(marker.email);
    expect(smtp.received.some(({ to }) => to.includes(one.email))).toBe(false);
  });

  test("is kept while the mail server is down, and sent when it is back, without anyone's help", async () => {
    const one = await person();
    await smtp.stop();
    await queue([one]);
    await vi.waitFor(async () => expect((await mailOf(one))?.failure).toContain("ECONNREFUSED"), patience);
    expect(await stateOf(one)).toBe("waiting");
    await smtp.start();
    const [mail] = await smtp.mailsTo(one.email);
    expect(mail?.subject).toBe("Test mail from Test Company");
    // The row names it, so that a second delivery after a crash would be recognised.
    expect(mail?.messageId).toBe(`<${(await mailOf(one))?.id}@atoll.example.test>`);
  });

  test("to a refused address fails with the server's reason, and holds back no other", async () => {
    const [bad, good] = [await person(), await person()];
    smtp.refused.set(bad.email, { code: 550, text: "No such person here" });
    await queue([bad, good]);
    await smtp.mailsTo(good.email);
    await vi.waitFor(async () => expect(await stateOf(bad)).toBe("failed"), patience);
    expect((await mailOf(bad))?.failure).toContain("550 No such person here");

    smtp.refused.delete(bad.email);
    const { id = "" } = (await mailOf(bad)) ?? {};
    await admin.client.call(mailRoutes.retryMail, { params: { mailId: id } });
    await smtp.mailsTo(bad.email);
    await vi.waitFor(async () => expect(await stateOf(bad)).toBe("sent"), patience);
    const again = await admin.client.refused(mailRoutes.retryMail, { params: { mailId: id } });
    expect(again.body.error.code).toBe("mail_not_found");
  });

  test("waits by itself when the server puts it off, while others go", async () => {
    const [grey, other] = [await person(), await person()];
    smtp.refused.set(grey.email, { code: 450, text: "Try later" });
    await queue([grey, other]);
    await smtp.mailsTo(other.email);
    await vi.waitFor(async () => expect((await mailOf(grey))?.failure).toContain("450 Try later"), patience);
    expect(await stateOf(grey)).toBe("waiting");
    smtp.refused.delete(grey.email);
    await admin.client.call(mailRoutes.retryMail, { params: { mailId: (await mailOf(grey))?.id ?? "" } });
    await smtp.mailsTo(grey.email);
  });

  test("is not sent to a person who has been disabled since it was queued", async () => {
    const [gone, marker] = [await person(), await person()];
    await nodes[0].db.transaction().execute(async (tx) => {
      await queueMails(tx, [{ kind: "test", userId: gone.id, address: gone.email }]);
      await sql`UPDATE accounts SET disabled_at = now() WHERE id = ${gone.id}`.execute(tx);
    });
    await queue([marker]);
    await smtp.mailsTo(marker.email);
    await vi.waitFor(async () => expect(await stateOf(gone)).toBe("dropped"), patience);
    expect(smtp.received.some(({ to }) => to.includes(gone.email))).toBe(false);
  });

  test("with the same key is queued once while it waits", async () => {
    const one = await person();
    await smtp.stop();
    const first = await queue([one], `key of ${one.id}`);
    const second = await queue([one], `key of ${one.id}`);
    expect([first, second]).toEqual([[expect.any(String)], [undefined]]);
    await smtp.start();
    await smtp.mailsTo(one.email);
  });
});

describe("the queue", () => {
  test("sends what a person waits for before many invitations", async () => {
    const [rosa, last] = [await person(), await person()];
    const bulk = Array.from({ length: 40 }, (_, index) => `bulk-${index}@example.test`);
    await nodes[0].db.transaction().execute(async (tx) => {
      await sql`INSERT INTO mails (kind, address, priority) SELECT 'test', address, 2
        FROM unnest(${[...bulk, last.email]}::text[]) AS address`.execute(tx);
      await queueMails(tx, [{ kind: "password-reset", address: rosa.email }]);
    });
    await smtp.mailsTo(rosa.email);
    await smtp.mailsTo(last.email);
    const order = smtp.received.flatMap(({ to }) => to);
    expect(order.indexOf(rosa.email)).toBeLessThan(order.indexOf(last.email) - 10);
    await Promise.all(bulk.map((address) => smtp.mailsTo(address)));
  });

  test("leaves a mail that a node is sending to that node, also when an administrator tries again", async () => {
    const one = await person();
    await sql`INSERT INTO mails (kind, user_id, address, tries, due_at, taken_until)
      VALUES ('test', ${one.id}, ${one.email}, 1, now() + interval '1 hour', now() + interval '1 hour')`.execute(
      nodes[0].db,
    );
    const params = { mailId: (await mailOf(one))?.id ?? "" };
    const { mail } = await admin.client.call(mailRoutes.retryMail, { params });
    expect(mail).toMatchObject({ state: "waiting", isUnderWay: true });
    expect(Date.parse(mail.dueAt ?? "")).toBeGreaterThan(Date.now());
    // The node has died.
    await sql`UPDATE mails SET taken_until = now() WHERE user_id = ${one.id}`.execute(nodes[0].db);
    await admin.client.call(mailRoutes.retryMail, { params });
    await smtp.mailsTo(one.email);
    await vi.waitFor(async () =>
      expect(await mailOf(one)).toMatchObject({ state: "sent", isUnderWay: false }),
    );
    expect(await smtp.mailsTo(one.email)).toHaveLength(1);
  });

  test("tries a mail that closes the connection less and less often, while others are sent", async () => {
    const [poison, good] = [await person(), await person()];
    await queue([good]);
    await smtp.mailsTo(good.email);
    smtp.dropped.add(poison.email);
    await sql`INSERT INTO mails (kind, user_id, address, tries)
      VALUES ('test', ${poison.id}, ${poison.email}, 20)`.execute(nodes[0].db);
    await vi.waitFor(async () => expect((await mailOf(poison))?.failure).not.toBe(""), patience);
    expect(Date.parse((await mailOf(poison))?.dueAt ?? "") - Date.now()).toBeGreaterThan(30 * 60_000);
    smtp.dropped.delete(poison.email);
  });

  test("puts off a mail that cannot be written, or whose kind only a newer version knows", async () => {
    const [unwritable, newer] = [await person(), await person()];
    await sql`UPDATE accounts SET preferences = '{"language": "no language"}' WHERE id = ${unwritable.id}`.execute(
      nodes[0].db,
    );
    await queue([unwritable]);
    await sql`INSERT INTO mails (kind, user_id, address) VALUES ('of tomorrow', ${newer.id}, ${newer.email})`.execute(
      nodes[0].db,
    );
    await vi.waitFor(async () => {
      expect((await mailOf(unwritable))?.failure).toMatch(/^The mail could not be written/);
      expect((await mailOf(newer))?.failure).toBe("This kind of mail is not known yet");
    }, patience);
    for (const one of [unwritable, newer])
      expect(await mailOf(one)).toMatchObject({ state: "waiting", isUnderWay: false, tries: 1 });
  });

  test("gives up what waited for days while mail was off, instead of sending old news", async () => {
    const one = await person();
    await sql`INSERT INTO mails (kind, user_id, address, trying_since)
      VALUES ('test', ${one.id}, ${one.email}, now() - interval '4 days')`.execute(nodes[0].db);
    await vi.waitFor(async () => expect(await stateOf(one)).toBe("failed"), patience);
    expect((await mailOf(one))?.failure).toBe("It waited too long while mail was off");
    expect(smtp.received.some(({ to }) => to.includes(one.email))).toBe(false);
  });

  test("leaves a server that is down alone for the whole pause, until an administrator tries again", async () => {
    const down = await startMailServer();
    await down.stop();
    const alone = await startTestServer({ mail: down.config, patience: { mailPauseMs: 300_000 } });
    const ada = await alone.signIn(await createPerson(alone.db, { roles: ["super_admin"] }));
    const mails = async () => (await ada.client.call(mailRoutes.listMails, { query: {} })).items;
    const add = (address: string) => queueMails(alone.db, [{ kind: "test", address }]);
    await add("first@example.test");
    await vi.waitFor(async () => expect((await mails())[0]?.failure).toContain("ECONNREFUSED"), patience);
    await add("second@example.test");
    await expect.poll(async () => (await mails()).map(({ tries }) => tries)).toEqual([0, 1]);
    await down.start();
    const mailId = (await mails()).at(-1)?.id ?? "";
    await ada.client.call(mailRoutes.retryMail, { params: { mailId } });
    for (const address of ["first@example.test", "second@example.test"]) await down.mailsTo(address);
    await vi.waitFor(async () =>
      expect((await mails()).map(({ state, tries }) => [state, tries])).toEqual([
        ["sent", 1],
        ["sent", 2],
      ]),
    );
    await alone.close();
    await down.stop();
  });
});

describe("what people choose to be called", () => {
  test("never becomes a header or an element of the page", async () => {
    const evil = await person(`Eve <b>"'&\u00e9 Löw`);
    await sql`UPDATE profiles SET name = ${"Eve\r\nBcc: victim@example.test\r\n\r\n<img src=x onerror=alert(1)>"}
      WHERE id = ${evil.id}`.execute(nodes[0].db);
    const { company } = await admin.client.call(companyRoutes.getSetUp, {});
    await admin.client.call(companyRoutes.updateCompany, {
      body: { version: company.version, name: `Fish & <script>alert(1)</script> "Co"`, colour: "#8a1f5c" },
    });
    await queue([evil]);
    const [mail] = await smtp.mailsTo(evil.email);
    expect(mail?.to).toEqual([evil.email]);
    expect(mail?.header.map(({ address }) => address)).toEqual([evil.email]);
    expect(mail?.headerLines.map(({ key }) => key)).not.toContain("bcc");
    expect(mail?.subject).toBe(`Test mail from Fish & <script>alert(1)</script> "Co"`);
    expect(mail?.html).toContain("Fish &amp; &lt;script&gt;alert(1)&lt;/script&gt;");
    expect(mail?.html).not.toMatch(/<script|<img|onerror=/);
    // The company's colour, dark enough for white text.
    expect(mail?.html).toContain("#8a1f5c");
    expect(smtp.received.some(({ to }) => to.includes("victim@example.test"))).toBe(false);
  });

  test("cannot address a second person by an address that is two", async () => {
    const two = await person("Two", "one@example.test,victim@example.test");
    await queue([two]);
    await vi.waitFor(async () => expect(await stateOf(two)).toBe("failed"), patience);
    expect((await mailOf(two))?.failure).toBe("This is not an address that mail can be sent to");
    expect(smtp.received.flatMap(({ to }) => to)).not.toContain("victim@example.test");
  });
});

test("a mail says times in its reader's language, hours and time zone", async () => {
  const one = await person();
  await sql`UPDATE accounts SET preferences = ${JSON.stringify({ language: "de-DE", timeZone: "Asia/Tokyo", hours: "24" })}
    WHERE id = ${one.id}`.execute(nodes[0].db);
  await sql`INSERT INTO mails (kind, user_id, address, created_at)
    VALUES ('test', ${one.id}, ${one.email}, '2026-03-01T15:30:00Z')`.execute(nodes[0].db);
  const [mail] = await smtp.mailsTo(one.email);
  expect(mail?.text).toContain("Sent: 2. März 2026 um 00:30 GMT+9");
});

describe("the page Mail", () => {
  test("sends a test mail to the viewer, with the server's answer or why there is none", async () => {
    const sent = await admin.client.call(mailRoutes.sendTestMail, {});
    expect(sent).toEqual({ isSent: true, answer: "250 kept", address: admin.user.email });
    await smtp.mailsTo(admin.user.email);
    smtp.refused.set(admin.user.email, { code: 554, text: "Not today" });
    expect(await admin.client.call(mailRoutes.sendTestMail, {})).toMatchObject({
      isSent: false,
      answer: expect.stringContaining("554 Not today"),
    });
    smtp.refused.delete(admin.user.email);
  });

  test("says how mail is sent, without its password, and lists mails by state, a page at a time", async () => {
    const { status } = await admin.client.call(mailRoutes.getMailStatus, {});
    const { port } = smtp.config.server;
    expect(status).toMatchObject({
      ...{ isOn: true, server: `127.0.0.1:${port}`, from: "Atoll <atoll@example.test>" },
      failedCount: expect.any(Number),
    });
    const first = await admin.client.call(mailRoutes.listMails, { query: { state: "sent", limit: 5 } });
    const second = await admin.client.call(mailRoutes.listMails, {
      query: { state: "sent", limit: 5, cursor: first.nextCursor ?? "" },
    });
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(10);
    expect((await nodes[0].anyone.call(workspaceRoutes.getWorkspace, {})).isMailOn).toBe(true);
  });

  test("is told of a change by mails.changed, as a fresh fetch shows it", async () => {
    const socket = await nodes[1].connect(admin);
    const one = await person();
    await eventEqualsRefetch({
      socket,
      event: "mails.changed",
      fetch: async () => (await listed()).map(({ address }) => address),
      act: () => queue([one]),
      apply: (_before, _payload, fresh) => fresh,
    });
    await smtp.mailsTo(one.email);
  });

  test("forgets mails after a month", async () => {
    const one = await person();
    await sql`INSERT INTO mails (kind, user_id, address, state, settled_at)
      VALUES ('test', ${one.id}, ${one.email}, 'sent', now() - interval '31 days')`.execute(nodes[0].db);
    await enqueueJob(nodes[0], "mail.sweep");
    await vi.waitFor(async () => expect(await mailOf(one)).toBe(undefined), patience);
  });
});
