import { gzipSync } from "node:zlib";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { type Chatter, signInChatter } from "../../../test/chatter.ts";
import { createPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createMover, type Mover } from "../../../test/mover.ts";
import { writeTar, zulipExport } from "../../../test/zulip-export.ts";

const server = sharedServer();
let admin: Mover;
let [ana, bea, cleo]: Chatter[] = [];

beforeAll(async () => {
  admin = createMover(
    await server.signIn(await createPerson(server.db, { name: "Greta", roles: ["admin"] })),
  );
  [ana, bea, cleo] = await Promise.all(
    ["Ana Alvarez", "Bea Braun", "Cleo Costa"].map(async (name) =>
      signInChatter(
        server,
        await createPerson(server.db, { name, email: `${name.slice(0, 3).toLowerCase()}@zulip.test` }),
      ),
    ),
  );
});

const channelNamed = async (who: Chatter | undefined, name: string) =>
  (await who?.channels())?.find((channel) => channel.name === name);
const messagesIn = async (who: Chatter | undefined, channelId = "") =>
  (await who?.page(channelId, { limit: 50 }))?.messages ?? [];
const found = async (who: Chatter | undefined, query: string) =>
  (await who?.client.call(chatRoutes.searchMessages, { query: { query } }))?.items ?? [];
const kindsOf = async (id: string) => {
  const kinds: Record<string, number> = {};
  for (const { kind, phase, count } of await admin.lines(id))
    if (phase !== "trying") kinds[kind] = (kinds[kind] ?? 0) + count;
  return kinds;
};

let number = 0;
/** Each organization was made at another moment. */
function organization() {
  number += 1;
  const one = zulipExport(1_600_000_000.25 + number);
  one.user(10, "Ana A", "ana@zulip.test");
  one.user(11, "Bea B", "bea@zulip.test");
  one.user(12, "Olga Old", "olga@elsewhere.test", { is_active: false });
  one.user(13, "Robo", "robo@zulip.test", { is_bot: true });
  return one;
}
const planOf = (one: ReturnType<typeof zulipExport>) => admin.planFile("zulip", "export.tar.gz", one.tarGz());

describe("an import of Zulip", () => {
  test("makes topics threads, and brings reactions, files, edits and what texts name", async () => {
    const one = organization();
    one.stream(5, "quay", [10, 11], { description: "Ships" });
    one.stream(6, "hold", [10], { invite_only: true });
    one.unsubscribed(5, [12]);
    // A reply comes before the first message of its topic, and topics are the same in any case.
    one.toStream(5, "Cranes", 20, 11, "Xylophonic @**Ana A|10**, #**quay** and #**hold>secret** :tada:");
    one.toStream(
      5,
      "cranes",
      10,
      10,
      "See [plan.txt](/user_uploads/2/ab/plan.txt), [other.txt](/user_uploads/2/cd/other.txt)\n```quote\nHi\n```\n```spoiler Secret\nboo\n```\n```js\n@**Ana A|10**\n```\n$$x$$",
      { last_edit_time: 1_714_550_500.5 },
    );
    one.toStream(5, "", 30, 13, "Without a topic");
    one.toStream(5, "Cranes", 40, 12, "@_**Ana A|10** and @**all**");
    one.toStream(5, "stream events", 5, 1, "Stream created");
    // Messages that are left out begin no thread.
    one.toStream(5, "Cranes", 6, 10, "  ");
    one.toStream(5, "Cranes", 7, 10, "x".repeat(100_001));
    one.react(10, 11, { emoji_name: "+1", emoji_code: "1f44d", reaction_type: "unicode_emoji" });
    one.react(10, 12, { emoji_name: "+1", emoji_code: "1f44d", reaction_type: "unicode_emoji" });
    one.react(10, 12, { emoji_name: "logo", emoji_code: "7", reaction_type: "realm_emoji" });
    one.upload("2/ab/plan.txt", "plan.txt", [10], "The plan");
    // A link to a file that was never shown in this message.
    one.upload("2/cd/other.txt", "other.txt", [99], "Of somebody else");
    const id = await planOf(one);
    const { tried } = await admin.try(id);
    const { made } = await admin.run(id);
    expect(made).toEqual(tried);
    expect(made).toMatchObject({
      ...{ messages: 4, replies: 2, reactions: 2, files: 1, channels: 2, notice_skipped: 1 },
      ...{ message_empty: 1, record_too_large: 1 },
    });
    expect(await kindsOf(id)).toMatchObject({ reaction_unknown: 1, person_deactivated: 1 });
    expect(await kindsOf(id)).not.toHaveProperty("root_missing");
    expect(await kindsOf(id)).not.toHaveProperty("difference");
    const channel = await channelNamed(bea, "quay");
    expect(channel).toMatchObject({ type: "PUBLIC", description: "Ships", unread: 0, memberCount: 2 });
    const messages = await messagesIn(bea, channel?.id);
    expect(messages.map(({ content, author, createdAt }) => [content, author.name, createdAt])).toEqual([
      [
        "**cranes**\nSee plan.txt, other.txt\n> Hi\n\n> **Secret**\n> boo\n\n```js\n@**Ana A|10**\n```\n$$x$$",
        ...["Ana Alvarez", "2024-05-01T08:00:10.250Z"],
      ],
      ["Without a topic", "Robo (bot)", "2024-05-01T08:00:30.250Z"],
    ]);
    expect(messages[0]).toMatchObject({
      ...{ edited: true, reactions: [{ emoji: "👍", count: 2 }], thread: { replyCount: 2 } },
      attachments: [{ originalName: "plan.txt" }],
    });
    const replies = (await bea!.replies(messages[0]?.id ?? "")).messages;
    expect(replies.map(({ content, author }) => [content, author.name])).toEqual([
      ["Xylophonic @Ana Alvarez, #quay and #private channel 🎉", "Bea Braun"],
      ["Ana A and @channel", "Olga Old"],
    ]);
    expect(replies[0]?.mentions).toEqual([{ id: ana?.id, name: "Ana Alvarez" }]);
    expect(await found(bea, "xylophonic")).toHaveLength(1);
    const { rows } = await sql<{ count: number }>`SELECT
      (SELECT count(*) FROM tellings) + (SELECT count(*) FROM notifications) AS count`.execute(server.db);
    expect(rows[0]?.count).toBe(0);
  });

  test("keeps private streams and chats to their people, and leaves out those that hide their history", async () => {
    const one = organization();
    one.user(14, "Cleo C", "cle@zulip.test", { role: 600 });
    one.stream(5, "locked", [10, 14], { invite_only: true, creator: 14 });
    one.stream(6, "hidden", [10, 11], { invite_only: true, history_public_to_subscribers: false });
    one.group(9, [10, 11, 12]);
    one.toStream(5, "Topic", 1, 10, "Wombat in private");
    one.toStream(6, "Topic", 2, 10, "Wombat before others joined");
    one.toPerson(11, 3, 10, "Wombat to Bea");
    one.toPerson(10, 4, 11, "Wombat to Ana");
    one.toPerson(10, 5, 10, "Wombat to myself");
    one.toGroup(9, 6, 12, "Wombat in a group");
    const id = await planOf(one);
    expect(await kindsOf(id)).toMatchObject({ history_protected: 1, person_guest: 1 });
    expect((await admin.run(id)).made).toMatchObject({ messages: 5, place_left_out: 1 });
    expect(await kindsOf(id)).not.toHaveProperty("difference");
    const read = async (who: Chatter | undefined) =>
      (await found(who, "wombat")).map(({ message }) => message.content).sort();
    expect(await read(bea)).toEqual(["Wombat in a group", "Wombat to Ana", "Wombat to Bea"]);
    expect(await read(cleo)).toEqual(["**Topic**\nWombat in private"]);
    expect(await channelNamed(cleo, "locked")).toMatchObject({ type: "PRIVATE", isOwner: true });
    const chats = (await ana!.channels()).filter(({ type }) => type === "DIRECT");
    const texts = await Promise.all(
      chats.map(async ({ id: chat }) => (await messagesIn(ana, chat)).map(({ content }) => content)),
    );
    expect(texts).toContainEqual(["Wombat to Bea", "Wombat to Ana"]);
    const other = createMover(await server.signIn(await createPerson(server.db, { roles: ["admin"] })));
    const shown = JSON.stringify([await other.places(id), await other.lines(id), await other.report(id)]);
    for (const name of ["locked", "hidden"]) expect(shown).not.toContain(name);
  });

  test("adds nothing the second time, continues topics that lost their first message, and undoes everything", async () => {
    const made = 1_500_000_000.5;
    const begin = (first: boolean) => {
      const one = zulipExport(made);
      one.user(10, "Ana A", "ana@zulip.test");
      one.stream(5, "again", [10]);
      if (first) one.toStream(5, "Topic", 1, 10, "First");
      one.toStream(5, "Topic", 2, 10, "Second");
      return one;
    };
    const first = await planOf(begin(true));
    expect((await admin.run(first)).made).toMatchObject({ messages: 2, replies: 1 });
    const second = await planOf(begin(true));
    const again = (await admin.run(second)).made;
    expect(again).toMatchObject({ message_earlier: 2 });
    expect(again).not.toHaveProperty("messages");
    const shorter = begin(false);
    shorter.toStream(5, "Topic", 3, 10, "Third");
    const third = await planOf(shorter);
    expect((await admin.run(third)).made).toMatchObject({ message_earlier: 1, messages: 1, replies: 1 });
    const channel = await channelNamed(ana, "again");
    const [root] = await messagesIn(ana, channel?.id);
    expect((await ana!.replies(root?.id ?? "")).messages.map(({ content }) => content)).toEqual([
      "Second",
      "Third",
    ]);
    // Another organization has the same IDs.
    const other = organization();
    other.stream(5, "elsewhere", [11]);
    other.toStream(5, "Topic", 1, 11, "Not the same");
    const fourth = await planOf(other);
    expect((await admin.run(fourth)).made).toMatchObject({ messages: 1, channels: 1 });
    for (const id of [fourth, third, first]) await admin.undo(id);
    expect(await channelNamed(ana, "again")).toBeUndefined();
  });

  test("keeps what is written in a stream after it became private from the readers of the public channel", async () => {
    const begin = (more: Record<string, unknown>) => {
      const one = zulipExport(1_400_000_000.5);
      one.user(10, "Ana A", "ana@zulip.test");
      one.stream(5, "dock", [10], more);
      one.toStream(5, "", 1, 10, "Quokka in public");
      return one;
    };
    await admin.run(await planOf(begin({})));
    await cleo!.join((await channelNamed(ana, "dock"))?.id ?? "");
    const later = begin({ invite_only: true });
    later.toStream(5, "", 2, 10, "Quokka in private");
    const id = await planOf(later);
    expect(await kindsOf(id)).toMatchObject({ place_made_again: 1 });
    const { tried } = await admin.try(id);
    const { made } = await admin.run(id);
    expect(made).toEqual(tried);
    expect(made).toMatchObject({ messages: 1, message_earlier: 1, channels: 1 });
    expect(await kindsOf(id)).not.toHaveProperty("difference");
    const read = async (who: Chatter | undefined) =>
      (await found(who, "quokka")).map(({ message }) => message.content).sort();
    expect(await read(cleo)).toEqual(["Quokka in public"]);
    expect(await read(ana)).toEqual(["Quokka in private", "Quokka in public"]);
    // The next one goes on in the private channel.
    later.toStream(5, "", 3, 10, "Quokka once more");
    expect((await admin.run(await planOf(later))).made).not.toHaveProperty("channels");
    expect(await read(cleo)).toEqual(["Quokka in public"]);
    expect(await read(ana)).toHaveLength(3);
  });

  test("takes nothing for the same by an ID that another server, or another thing, has too", async () => {
    const begin = (realmId: number, made: number, people: readonly string[]) => {
      const one = zulipExport(1_300_000_000.5, realmId);
      for (const [index, name] of people.entries())
        one.user(10 + index, name, `${name.slice(0, 3).toLowerCase()}@zulip.test`);
      one.user(12, `Former of ${realmId}`, `former${realmId}@elsewhere.test`);
      one.stream(5, `vault-${made}`, [10], { invite_only: true, date_created: made });
      return one;
    };
    const first = begin(2, 1_300_000_001, ["Ana A", "Bea B"]);
    first.toPerson(11, 1, 10, "Numbat of Ana and Bea");
    first.toStream(5, "", 2, 12, "Numbat of Ana");
    await admin.run(await planOf(first));
    for (const realmId of [2, 7]) {
      const other = begin(realmId, 1_300_000_000 + 10 * realmId, ["Bea B", "Cleo C"]);
      other.toPerson(11, 20 + realmId, 10, `Numbat of Bea and Cleo ${realmId}`);
      other.toStream(5, "", realmId === 2 ? 3 : 2, 12, `Numbat of Bea ${realmId}`);
      expect((await admin.run(await planOf(other))).made).toMatchObject({ messages: 2 });
    }
    const read = async (who: Chatter | undefined) =>
      (await found(who, "numbat")).map(({ message }) => message.content).sort();
    expect(await read(ana)).toEqual(["Numbat of Ana", "Numbat of Ana and Bea"]);
    expect(await read(cleo)).toEqual(["Numbat of Bea and Cleo 2", "Numbat of Bea and Cleo 7"]);
    const formers = (await found(bea, "numbat")).map(({ message }) => [message.content, message.author.name]);
    expect(formers).toContainEqual(["Numbat of Bea 7", "Former of 7"]);
  });

  test("keeps a stream private that does not say that it is public", async () => {
    const one = organization();
    one.stream(5, "unsaid", [10], { invite_only: null });
    one.stream(6, "unsaid-history", [10], { invite_only: true, history_public_to_subscribers: null });
    one.toStream(5, "", 1, 10, "Potoroo");
    one.toStream(6, "", 2, 10, "Potoroo before others joined");
    const id = await planOf(one);
    expect(await kindsOf(id)).toMatchObject({ history_protected: 1 });
    await admin.run(id);
    expect(await channelNamed(ana, "unsaid")).toMatchObject({ type: "PRIVATE" });
    expect(await found(ana, "potoroo")).toHaveLength(1);
    expect(await found(cleo, "potoroo")).toEqual([]);
  });

  test("reads the messages of an archive in which a file in front of them is damaged", async () => {
    const one = organization();
    one.stream(5, "sturdy", [10]);
    for (let at = 1; at <= 12; at += 1) {
      one.toStream(5, "", at, 10, `Message ${at}`);
      one.upload(`2/${at}/plan.txt`, "plan.txt", [at], "The plan");
    }
    one.entry({ path: "export/attachment.json", content: "[]" });
    const id = await planOf(one);
    expect(await kindsOf(id)).toMatchObject({ file_unreadable: 1 });
    expect((await admin.run(id)).made).toMatchObject({ messages: 12 });
  });

  test("keeps messages with emoji that are none here, and mentions nobody for a name in a quotation", async () => {
    const one = organization();
    one.stream(5, "faces", [10, 11]);
    one.toStream(5, "", 1, 11, "```quote\n@**Ana A|10** and @**all**\n```\nYes");
    one.toStream(5, "", 2, 11, `${"@*a*".repeat(24_000)}${"![".repeat(1_000)}`);
    for (const name of ["dead", "cafe"])
      one.react(1, 10, { emoji_name: name, emoji_code: "7", reaction_type: "realm_emoji" });
    for (const code of ["0000", "dead", "0041"])
      one.react(1, 10, { emoji_name: "odd", emoji_code: code, reaction_type: "unicode_emoji" });
    for (const code of ["1f468-200d-1f4bb", "2764"])
      one.react(1, 10, { emoji_name: "real", emoji_code: code, reaction_type: "unicode_emoji" });
    const id = await planOf(one);
    expect((await admin.run(id)).made).toMatchObject({ messages: 2, reactions: 2, reaction_unknown: 5 });
    const [message] = await messagesIn(bea, (await channelNamed(bea, "faces"))?.id);
    expect(message).toMatchObject({ content: "> Ana A and all\n\nYes", mentions: [] });
    expect(message?.reactions.map(({ emoji }) => emoji)).toEqual(["👨‍💻", "❤️"]);
  });

  test("refuses archives that are made to fill the disk or the memory, and leaves out unsafe paths", async () => {
    // One person can start 20 imports a minute.
    const other = createMover(await server.signIn(await createPerson(server.db, { roles: ["admin"] })));
    const header = writeTar([{ path: "x", type: "L", size: 9_000_000 }]);
    const bomb = writeTar([{ path: "export/realm.json", content: Buffer.alloc(40_000_000) }]);
    for (const [content, reason] of [
      [gzipSync(header), /header that is too large/],
      [gzipSync(bomb, { level: 9 }), /unpacks to too much/],
      [gzipSync(Buffer.from("no tar file".repeat(200))), /not a tar file|is damaged/],
      [organization().tarGz().subarray(0, 300), /damaged or was cut off/],
      [gzipSync(writeTar([{ path: "other.json", content: "[]" }])), /not an export of Zulip/],
    ] as const) {
      const id = await other.upload(content, "zulip", "export.tar.gz");
      expect((await other.until(id, "failed")).failure).toMatch(reason);
    }
    const one = organization();
    one.stream(5, "paths", [10]);
    one.toStream(5, "Topic", 1, 10, "Files");
    one.upload("../realm.json", "realm.json", [1]);
    one.upload("2/link", "link", [1]);
    one.upload(`2/${"d".repeat(150)}/long.txt`, "long.txt", [1], "Long");
    one.entry({ path: "export/uploads/2/link", type: "2" });
    one.entry({ path: "../outside", content: "x" });
    const id = await other.planFile("zulip", "export.tar.gz", one.tarGz());
    expect((await other.lines(id)).filter(({ kind }) => kind === "path_refused")).toHaveLength(2);
    expect((await other.run(id)).made).toMatchObject({ messages: 1, files: 1, file_missing: 2 });
  });
});
