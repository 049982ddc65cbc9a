import { mailRoutes } from "@atoll/contract/mail/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createAnnouncer } from "../../../../test/announcers.ts";
import { type Chatter, createChatters } from "../../../../test/chatter.ts";
import { commenterOf, createTaskSubject } from "../../../../test/commenter.ts";
import { createChannel, createPerson } from "../../../../test/factories.ts";
import { type SignedIn, startTestServer, type TestServer } from "../../../../test/harness.ts";
import { deliver, handOver, type Letter, mailInConfig, writeLetter } from "../../../../test/letters.ts";
import { type MailServer, type ReceivedMail, startMailServer } from "../../../../test/mail-server.ts";
import { enqueueJob } from "../../../../test/run-job.ts";
import { everybodyNotified } from "../../../../test/settled.ts";
import { answerLine } from "../../../platform/mail/render-mail.ts";
import { queueDueDigests } from "../queue-digests.ts";
import { bounceAddress, type ReplyPlace, readAddress, replyAddress } from "./addresses.ts";

const patience = { timeout: 60_000 };

let smtp: MailServer;
let server: TestServer;
let admin: SignedIn;
let [ana, ben]: Chatter[] = [];
let channelId: string;
const logged: string[] = [];
beforeAll(async () => {
  smtp = await startMailServer();
  server = await startTestServer({
    ...{ mail: smtp.config, mailIn: mailInConfig, maxFileBytes: 2000 },
    onLogLine: (line) => logged.push(line),
  });
  admin = await server.signIn(await createPerson(server.db, { roles: ["super_admin"] }));
});
beforeEach(async () => {
  [ana, ben] = await createChatters(server, ["Ana Alm", "Ben Bek"]);
  ({ id: channelId } = await createChannel(server.db, { members: [ana!, ben!] }));
});
afterAll(async () => {
  await server.close();
  await smtp.stop();
});

const from = ({ user }: SignedIn) => `${user.name} <${user.email}>`;
const addressFor = async (person: { id: string }, place: ReplyPlace) =>
  (await replyAddress({ db: server.db, mailIn: mailInConfig }, person.id, place)) ?? "";
/** Hands over Ben's answer to a message of Ana. */
async function answer(letter: Partial<Letter>, more: { to?: string; from?: string } = {}) {
  const message = await ana!.post(channelId, "When does the crane come?");
  const to = await addressFor(ben!, { kind: "message", id: message.id });
  const raw = writeLetter({ from: from(ben!), text: "At noon.", ...letter });
  const mail = await deliver(server, admin, { to, raw, ...more });
  const replies = (await ana!.replies(message.id)).messages;
  return { message, to, mail, replies };
}

describe("a reply", () => {
  test("becomes a message of its person in the thread, without quotes and signature, with its files", async () => {
    const text =
      "At noon, *sharp*.\n\nOn Mon, 30 Nov 2026 at 09:00, Atoll <atoll@example.test> wrote:\n> Please write an answer by mail above this line\n> When does the crane come?\n> @channel\n\n-- \nBen Bek\nPelican Works";
    const { replies, mail, message } = await answer({
      text,
      files: [
        { name: "plan.txt", content: "a plan" },
        { name: "too big, *really*.bin", content: "x".repeat(5000) },
      ],
    });
    expect(replies).toMatchObject([
      {
        content: "At noon, *sharp*.\n\n*Not attached: too big_ _really_.bin*\n\n*Sent by mail*",
        author: { id: ben!.id },
        parentId: message.id,
        attachments: [{ originalName: "plan.txt", sizeBytes: 6 }],
      },
    ]);
    expect(mail).toMatchObject({ state: "posted", aim: "reply", reason: null, person: { id: ben!.id } });
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM sessions
      WHERE user_id = ${ben!.id} AND way = 'token' AND ended_at IS NULL`.execute(server.db);
    expect(rows[0]?.count).toBe(0);
  });

  test("is posted once though it is delivered several times, also at once", async () => {
    const message = await ana!.post(channelId, "Who is in?");
    const to = await addressFor(ben!, { kind: "message", id: message.id });
    const raw = writeLetter({ from: from(ben!), text: "Me.", messageId: "twice" });
    await Promise.all([1, 2, 3].map(() => handOver(server, { to, raw })));
    await vi.waitFor(async () => expect((await ana!.replies(message.id)).messages).toHaveLength(1), patience);
    expect((await handOver(server, { to: to.toUpperCase(), raw })).status).toBe(202);
    await deliver(server, admin, {
      ...{ to, raw: writeLetter({ from: from(ben!), text: "Me too.", messageId: "another" }) },
    });
    expect((await ana!.replies(message.id)).messages.map(({ content }) => content)).toEqual([
      "Me.\n\n*Sent by mail*",
      "Me too.\n\n*Sent by mail*",
    ]);
  });

  test("to a direct chat becomes a message there, and one to a task a comment", async () => {
    const direct = await ana!.openDirect(ben!.id);
    await ana!.post(direct.id, "Lunch?");
    const chat = await addressFor(ben!, { kind: "channel", id: direct.id });
    await deliver(server, admin, { to: chat, raw: writeLetter({ from: from(ben!), text: "Yes!" }) });
    expect((await ana!.page(direct.id)).messages.at(-1)).toMatchObject({
      ...{ content: "Yes!\n\n*Sent by mail*", author: { id: ben!.id } },
    });

    const task = await createTaskSubject(server.db, ana!, ben!);
    const to = await addressFor(ben!, { kind: "task", id: task.id });
    const files = [{ name: "list.txt", content: "one" }];
    await deliver(server, admin, { to, raw: writeLetter({ from: from(ben!), text: "Done.", files }) });
    expect((await commenterOf(ana!).list(task)).items).toMatchObject([
      {
        content: "Done.\n\n*Sent by mail*",
        author: { id: ben!.id },
        attachments: [{ originalName: "list.txt" }],
      },
    ]);
  });

  test("with only HTML is text: nothing in it runs, and what it quotes is left out", async () => {
    const html =
      '<p>Not <b>today</b><script>alert(1)</script><img src=x onerror="alert(2)"></p><div class="gmail_quote">When does the crane come?</div>';
    const { replies } = await answer({ text: undefined as unknown as string, html });
    expect(replies.map(({ content }) => content)).toEqual(["Not **today**\n\n*Sent by mail*"]);
  });

  test("is cut if it is longer than a message, and attached whole if its person may store it", async () => {
    const long = "a word ".repeat(1200);
    const { replies } = await answer({ text: long });
    expect(replies[0]?.content.length).toBeLessThan(8000);
    expect(replies[0]?.content).toContain("*Not attached: mail.txt*");
  });

  test.each<[string, Partial<Letter>, string]>([
    ["without a result of the mail server", { results: null }, "not_authenticated"],
    [
      "with a result that its sender wrote in another server's name",
      { results: null, head: ["Authentication-Results: mx.evil.test; dkim=pass header.d=example.test"] },
      "not_authenticated",
    ],
    ["signed by another domain", { results: "dkim=pass header.d=evil.test" }, "not_authenticated"],
    ["from an address without an account", { from: "nobody@example.test" }, "address_unknown"],
    ["from two addresses without an account", { from: "x@example.test, y@example.test" }, "address_unknown"],
    ["with two lines of senders", { head: ["From: ana@example.test"] }, "sender_unclear"],
    ["with nothing new in it", { text: `> ${answerLine}\n> When does the crane come?` }, "empty"],
  ])("%s is refused", async (_name, letter, reason) => {
    const { replies, mail } = await answer(letter);
    expect(replies).toEqual([]);
    expect(mail).toMatchObject({ state: "refused", reason, person: null });
  });

  test("is refused if it comes from another person than its address was made for", async () => {
    const { replies, mail } = await answer({ from: from(ana!) });
    expect(replies).toEqual([]);
    expect(mail).toMatchObject({ state: "refused", reason: "address_unknown" });
    const both = await answer({ from: `${from(ben!)}, ${from(ana!)}` });
    expect(both.replies).toEqual([]);
    expect(both.mail).toMatchObject({ state: "refused", reason: "sender_unclear" });
    const lookalike = await answer({ from: `Ben Bek <${ben!.user.email.replace("p", "\u0440")}>` });
    expect(lookalike.mail.state).toBe("refused");
    expect(lookalike.replies).toEqual([]);
  });

  test("to an address with another signature, or of another server, is refused", async () => {
    const message = await ana!.post(channelId, "Secret");
    const real = await addressFor(ben!, { kind: "message", id: message.id });
    const raw = () => writeLetter({ from: from(ben!), text: "Hi" });
    const flipped = real.replace(/.(?=@)/, (last) => (last === "a" ? "i" : "a"));
    for (const to of [flipped, real.replace("@in.", "@out."), "atoll@in.example.test", `x${real}`])
      expect(await deliver(server, admin, { to, raw: raw() })).toMatchObject({
        ...{ state: "refused", reason: "address_unknown" },
      });
    expect((await ana!.replies(message.id)).messages).toEqual([]);
  });

  test("to a thread that is gone or no longer readable is refused, and nobody but the log is told", async () => {
    const gone = await ana!.post(channelId, "Never mind");
    const left = await ana!.post(channelId, "For members");
    const [toGone, toLeft] = [
      await addressFor(ben!, { kind: "message", id: gone.id }),
      await addressFor(ben!, { kind: "message", id: left.id }),
    ];
    await ana!.remove(gone.id);
    await sql`DELETE FROM channel_members WHERE channel_id = ${channelId} AND user_id = ${ben!.id}`.execute(
      server.db,
    );
    await server.felt();
    const sent = smtp.received.length;
    for (const to of [toGone, toLeft])
      expect(
        await deliver(server, admin, { to, raw: writeLetter({ from: from(ben!), text: "But why?" }) }),
      ).toMatchObject({ state: "refused", reason: "place_gone", person: null });
    expect(smtp.received.length).toBe(sent);
    expect((await ana!.replies(left.id)).messages).toEqual([]);
    expect(logged.some((line) => line.includes("place_gone"))).toBe(true);
    expect(logged.some((line) => line.includes(toLeft) || line.includes("But why?"))).toBe(false);
  });

  test("is refused if its person is disabled, or first has to choose a password", async () => {
    await sql`UPDATE accounts SET must_choose_password = true WHERE id = ${ben!.id}`.execute(server.db);
    expect((await answer({})).mail.reason).toBe("person_held_back");
    await sql`UPDATE accounts SET disabled_at = now() WHERE id = ${ben!.id}`.execute(server.db);
    expect((await answer({})).mail.reason).toBe("person_unknown");
  });

  test.each<[string, Partial<Letter>, { from?: string }, string]>([
    ["an answer from holidays", { head: ["Auto-Submitted: auto-replied"] }, {}, "automatic"],
    ["an answer of an older program", { head: ["Precedence: bulk"] }, {}, "automatic"],
    ["a mail without a sender of its envelope", {}, { from: "<>" }, "automatic"],
    ["a mail of a mailing list", { head: ["List-Id: <all.example.test>"] }, {}, "list"],
    ["a mail of this server", {}, { from: "atoll@example.test" }, "own_mail"],
  ])("is not made of %s", async (_name, letter, envelope, reason) => {
    const { replies, mail } = await answer(letter, envelope);
    expect(replies).toEqual([]);
    expect(mail).toMatchObject({ state: "dropped", reason });
  });

  test("is refused from a sender of its envelope that could write results into the mail server's header", async () => {
    const { replies, mail } = await answer({}, { from: '<"a;dkim=pass()header.d=victim.com()x"@evil.org>' });
    expect(replies).toEqual([]);
    expect(mail).toMatchObject({ state: "refused", reason: "sender_unclear" });
  });

  test("is made of a mail that says that a person wrote it", async () => {
    expect((await answer({ head: ["Auto-Submitted: no"] })).mail.state).toBe("posted");
  });

  test("is refused if it has a thousand nested parts, and the next one is posted", async () => {
    const nested = Array.from(
      { length: 1000 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}`,
    );
    const message = await ana!.post(channelId, "Deep?");
    const to = await addressFor(ben!, { kind: "message", id: message.id });
    const head = writeLetter({ from: from(ben!), text: "" }).split("Content-Type")[0];
    const raw = `${head}${nested.join("\r\n")}\r\n\r\nx`;
    expect(await deliver(server, admin, { to, raw })).toMatchObject({
      state: "refused",
      reason: "unreadable",
    });
    expect((await answer({})).mail.state).toBe("posted");
  });
});

describe("the hook", () => {
  test("takes nothing without the secret, nor without an envelope", async () => {
    const raw = writeLetter({ from: "ada@example.test", text: "x" });
    const to = "atoll+x@in.example.test";
    expect((await handOver(server, { to, raw, secret: "wrong" })).status).toBe(401);
    expect((await handOver(server, { to: "", raw })).status).toBe(400);
    expect((await handOver(server, { to, raw: "" })).status).toBe(400);
    const headers = { authorization: `Bearer ${admin.session.accessToken}`, "x-envelope-to": to };
    expect((await server.anyone.send("POST", "/api/mail/inbound", { raw, headers })).status).toBe(401);
  });

  test("keeps nothing of mails to addresses that are none of ours, and lists the newest", async () => {
    const to = (n: number) => `atoll+rm${String.fromCharCode(97 + n).repeat(44)}a@in.example.test`;
    const raw = writeLetter({ from: from(ben!), text: "x" });
    for (const n of [0, 1, 2]) expect((await handOver(server, { to: to(n), raw })).status).toBe(202);
    await sql`INSERT INTO received_mails (sameness, envelope_sender, state, reason, settled_at, received_at)
      SELECT '', '', 'refused', 'address_unknown', now(), now() - interval '1 hour' FROM generate_series(1, 300)`.execute(
      server.db,
    );
    expect((await handOver(server, { to: to(3), raw })).status).toBe(202);
    const { rows } = await sql<{ count: number; kept: number }>`
      SELECT count(*)::int AS count, count(content)::int AS kept FROM received_mails
      WHERE reason = 'address_unknown' AND sender = ''`.execute(server.db);
    expect(rows).toEqual([{ count: 200, kept: 0 }]);
  });

  test("is asked to wait with the twenty-first mail to one address, and takes mails to others", async () => {
    const to = await addressFor(ben!, { kind: "channel", id: channelId });
    await sql`INSERT INTO received_mails (sameness, recipient, envelope_sender, content, due_at)
      SELECT decode(lpad(n::text, 8, '0'), 'hex'), ${to}, '', 'x', now() + interval '1 day'
      FROM generate_series(1, 20) n`.execute(server.db);
    const raw = writeLetter({ from: from(ben!), text: "x" });
    expect((await handOver(server, { to, raw })).status).toBe(503);
    expect((await answer({})).mail.state).toBe("posted");
    await sql`DELETE FROM received_mails WHERE recipient = ${to}`.execute(server.db);
  });

  test("gives a mail up whose reading ended with its process several times, and what waits for three days", async () => {
    const insert = (age: string, tries: number) =>
      sql`
      INSERT INTO received_mails (sameness, recipient, envelope_sender, content, received_at, tries, due_at)
      VALUES (decode(md5(random()::text), 'hex'), 'atoll@in.example.test', '', 'x', now() - ${age}::interval, ${tries},
        now() + make_interval(days => ${tries === 0 ? 1 : 0}))`.execute(server.db);
    const failed = async () =>
      (await sql`SELECT FROM received_mails WHERE reason = 'failed' AND content IS NULL`.execute(server.db))
        .rows.length;
    await insert("1 minute", 12);
    await vi.waitFor(async () => expect(await failed()).toBe(1), patience);
    await insert("4 days", 0);
    await insert("1 day", 0);
    await enqueueJob(server, "mail.sweep");
    await vi.waitFor(async () => expect(await failed()).toBe(2), patience);
    await sql`DELETE FROM received_mails WHERE state = 'waiting'`.execute(server.db);
  });

  test("keeps no text of a mail once it is settled", async () => {
    await answer({ text: "A secret of the harbour" });
    await answer({ text: "A secret of the harbour", results: null });
    const own = await bounceAddress({ db: server.db, mailIn: mailInConfig }, uuidv7());
    expect((await answer({}, { from: own ?? "" })).mail.reason).toBe("own_mail");
    const { rows } = await sql<{ text: string }>`SELECT r::text AS text FROM received_mails r`.execute(
      server.db,
    );
    expect(rows.every(({ text }) => !text.includes("atoll+"))).toBe(true);
    const kept = await sql`SELECT FROM received_mails WHERE content IS NOT NULL`.execute(server.db);
    expect(kept.rows).toEqual([]);
  });
});

describe("a mail that is sent", () => {
  test("has the address of its reply: for each line of a digest, and for an announcement", async () => {
    const daily = { digest: "daily" as const, digestHour: 0 };
    await ben!.client.call(mailRoutes.changeMailPreferences, { body: daily });
    const asked = await ana!.post(channelId, "@Ben Bek when?", { mentionIds: [ben!.id] });
    await everybodyNotified(server.db);
    const day = new Date(Date.now() + 24 * 3600_000);
    await server.db.transaction().execute((tx) => queueDueDigests(tx, day));
    const [digest] = await smtp.mailsTo(ben!.user.email);
    const replyTo = /Reply by mail: (\S+)/.exec(digest?.text ?? "")?.[1] ?? "";
    expect(readAddress(mailInConfig, replyTo)).toMatchObject({
      aim: "reply",
      place: "message",
      id: asked.id,
    });
    expect(replyToOf(digest)).toBe(replyTo);
    expect(digest?.text).toMatch(
      new RegExp(`^${answerLine}\nIt is posted in #\\S+, where \\w+ people read it`),
    );
    expect(replyTo.split("@")[0]?.length).toBeLessThanOrEqual(64);
    const raw = writeLetter({ from: from(ben!), text: "Tomorrow" });
    expect((await deliver(server, admin, { to: replyTo, raw })).state).toBe("posted");
    expect((await ana!.replies(asked.id)).messages[0]?.content).toContain("Tomorrow");

    const greta = await createAnnouncer(server, "Greta", { roles: ["admin"] });
    const { id } = await greta.announce({ mustRead: true, byMail: true, allowsComments: true });
    const [, mail] = await smtp.mailsTo(ben!.user.email, 2);
    const answerTo = replyToOf(mail);
    expect(readAddress(mailInConfig, answerTo)).toMatchObject({ place: "announcement", id });
    expect(mail?.text).toContain("It becomes a comment, which everybody who can open it reads");
    expect(mail?.headerLines.find(({ key }) => key === "reply-to")?.line).toContain("Comments in Atoll");
    await greta.announce({ mustRead: true, byMail: true, allowsComments: false });
    const closed = (await smtp.mailsTo(ben!.user.email, 3)).at(-1);
    expect(replyToOf(closed)).toBe("");
    expect(closed?.text).not.toContain(answerLine);
  });

  test("comes back to an address of its own, and is listed with the reason", async () => {
    const person = await createPerson(server.db);
    const { id } = await server.db
      .insertInto("mails")
      .values({ kind: "test", user_id: person.id, address: person.email })
      .returning("id")
      .executeTakeFirstOrThrow();
    const [sent] = await smtp.mailsTo(person.email);
    expect(sent?.sender).toBe(await bounceAddress({ db: server.db, mailIn: mailInConfig }, id));
    await vi.waitFor(async () => expect((await listed(id))?.state).toBe("sent"), patience);
    const ofCopy = await deliver(server, admin, bounceOf(sent?.sender ?? "", "a-copy@far.test", "5.1.1"));
    expect(ofCopy).toMatchObject({ state: "dropped", reason: "no_report" });
    expect((await listed(id))?.state).toBe("sent");
    const report = await deliver(server, admin, bounceOf(sent?.sender ?? "", person.email, "5.1.1"));
    expect(report).toMatchObject({ state: "posted", aim: "bounce", person: null });
    expect(await listed(id)).toMatchObject({ state: "bounced", failure: "550 5.1.1 No such person" });
    const again = await deliver(
      server,
      admin,
      bounceOf(sent?.sender ?? "", person.email, "4.2.2", "delayed"),
    );
    expect(again).toMatchObject({ state: "dropped", reason: "no_report" });
  });

  test("to an address that three mails came back from is held back, and administrators see it", async () => {
    const person = await createPerson(server.db);
    const refusals = async () =>
      (await server.db.selectFrom("mail_refusals").selectAll().where("user_id", "=", person.id).execute())
        .length;
    for (const [index, code] of ["5.1.1", "5.2.2", "5.1.1", "5.1.1"].entries()) {
      await server.db
        .insertInto("mails")
        .values({ kind: "test", user_id: person.id, address: person.email })
        .execute();
      const sent = (await smtp.mailsTo(person.email, index + 1)).at(-1);
      const mailId = readAddress(mailInConfig, sent?.sender ?? "")?.id ?? "";
      await vi.waitFor(async () => expect((await listed(mailId))?.state).toBe("sent"), patience);
      expect(await refusals()).toBe(0);
      await deliver(server, admin, bounceOf(sent?.sender ?? "", person.email, code));
    }
    expect(await refusals()).toBe(1);
    await admin.client.call(mailRoutes.forgetMailRefusal, { params: { userId: person.id } });
    const counted = await sql`SELECT FROM mails WHERE user_id = ${person.id} AND is_hard_bounce`.execute(
      server.db,
    );
    expect(counted.rows).toEqual([]);
  });
});

const listed = async (id: string) =>
  (await admin.client.call(mailRoutes.listMails, { query: {} })).items.find((mail) => mail.id === id);

const replyToOf = (mail: ReceivedMail | undefined) =>
  /<([^<>]+)>$/.exec(mail?.headerLines.find(({ key }) => key === "reply-to")?.line ?? "")?.[1] ?? "";

/** A report of a mail server (RFC 3464). */
function bounceOf(to: string, recipient: string, code: string, action = "failed") {
  const status = [
    "Reporting-MTA: dns; mx.far.test",
    "",
    "Final-Recipient: rfc822; old@far.test",
    "Action: failed",
    "Status: 5.1.1",
    "",
    `Original-Recipient: RFC822; ${recipient.toUpperCase()}`,
    "Final-Recipient: rfc822; someone@far.test",
    `Action: ${action}`,
    `Status: ${code}`,
    `Diagnostic-Code: smtp; 550 ${code} No such`,
    "  person",
  ].join("\r\n");
  const raw = [
    "From: MAILER-DAEMON@mx.far.test",
    "Subject: Undelivered",
    `Message-ID: <${uuidv7()}@mx.far.test>`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="r"',
    "",
    "--r\r\nContent-Type: text/plain\r\n\r\nIt did not arrive.",
    `--r\r\nContent-Type: message/delivery-status\r\n\r\n${status}\r\n\r\n--r--\r\n`,
  ].join("\r\n");
  return { to, from: "<>", raw };
}
