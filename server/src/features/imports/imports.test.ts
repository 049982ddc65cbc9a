import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { importPartBytes } from "@atoll/contract/imports/limits";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { type Chatter, signInChatter } from "../../../test/chatter.ts";
import { createPerson, type TestPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createMover, type Mover } from "../../../test/mover.ts";
import { enqueueJob } from "../../../test/run-job.ts";
import { slackMessage as message, slackUser, writeSlackExport } from "../../../test/slack-export.ts";

const server = sharedServer();
let admin: Mover;
let [ana, bea, cleo]: Chatter[] = [];

beforeAll(async () => {
  admin = createMover(
    await server.signIn(await createPerson(server.db, { name: "Greta", roles: ["admin"] })),
  );
  const people: TestPerson[] = [];
  for (const name of ["Ana Alvarez", "Bea Braun", "Cleo Costa"])
    people.push(
      await createPerson(server.db, { name, email: `${name.slice(0, 3).toLowerCase()}@moving.test` }),
    );
  [ana, bea, cleo] = await Promise.all(people.map((person) => signInChatter(server, person)));
});

/** People of Slack: matched by mail, by name, and one who never had an account. */
const users = [
  slackUser("U1", "Ana A.", "ana@moving.test"),
  slackUser("W2", "Bea Braun"),
  slackUser("U3", "Old Olga", "olga@elsewhere.test"),
];

let number = 0;
/** Channels have other IDs and names in each test, because what was imported once is not imported again. */
function fresh(name: string) {
  number += 1;
  return { id: `C${number}X`, name: `${name}-${number}`, key: `C${number}X` };
}

/** A name alone does not say who somebody is. */
const confirmBea = (id: string) => admin.choosePerson(id, "W2", bea?.id ?? "");

const channelNamed = async (who: Chatter | undefined, name: string) =>
  (await who?.channels())?.find((channel) => channel.name === name);
const textsIn = async (who: Chatter | undefined, channelId = "") =>
  ((await who?.page(channelId))?.messages ?? []).map(({ content }) => content);
const found = async (who: Chatter | undefined, query: string) =>
  (await who?.client.call(chatRoutes.searchMessages, { query: { query } }))?.items ?? [];
const kindsOf = async (id: string) =>
  Object.fromEntries(
    (await admin.lines(id)).filter(({ phase }) => phase !== "trying").map(({ kind, count }) => [kind, count]),
  );

describe("an import of Slack", () => {
  test("keeps authors, times, threads, reactions, edits and pins, is read, and is found by search", async () => {
    const { id: key, name } = fresh("harbour");
    const root = message(10, "U1", "Cranes for *Friday* &gt; Monday <https://example.org/x|plan> <@W2>", {
      reply_count: 2,
      thread_ts: "1714550410.000100",
      reactions: [
        { name: "+1", users: ["W2", "U3"], count: 2 },
        { name: "our_logo", users: ["U1"], count: 1 },
      ],
      pinned_to: [key],
      edited: { user: "U1", ts: "1714550500.000000" },
    });
    const inThread = { thread_ts: "1714550410.000100", parent_user_id: "U1" };
    const id = await admin.plan({
      users,
      channels: [
        {
          id: key,
          name,
          members: ["U1", "W2", "U3"],
          creator: "U1",
          topic: { value: "Ships" },
          created: 1714550000,
        },
      ],
      days: {
        [`${name}/2024-05-01`]: [
          message(1, "U1", "<@U1> has joined the channel", { subtype: "channel_join" }),
          root,
          message(20, "U3", "First answer", inThread),
        ],
        [`${name}/2024-05-02`]: [
          message(90_000, "W2", "Second xylophonic answer", { ...inThread, subtype: "thread_broadcast" }),
          message(90_001, "U3", "Bye"),
        ],
      },
    });
    expect(
      (await admin.people(id)).map(({ key, matchedBy, person }) => [key, matchedBy, person?.name]),
    ).toEqual(
      expect.arrayContaining([
        ["U1", "mail", "Ana Alvarez"],
        ["W2", "name", "Bea Braun"],
        ["U3", "none", undefined],
      ]),
    );
    expect(await kindsOf(id)).toHaveProperty("person_proposed");
    await confirmBea(id);
    // The question has its answer.
    expect(await kindsOf(id)).not.toHaveProperty("person_proposed");
    const { tried } = await admin.try(id);
    expect(await channelNamed(ana, name)).toBeUndefined();
    const { made, state } = await admin.run(id);
    expect([state, made]).toEqual(["done", tried]);
    expect(made).toMatchObject({
      messages: 4,
      replies: 2,
      reactions: 2,
      pins: 1,
      channels: 1,
      people: 1,
      notice_skipped: 1,
    });

    const channel = await channelNamed(bea, name);
    expect(channel).toMatchObject({
      type: "PUBLIC",
      topic: "Ships",
      unread: 0,
      unreadMentions: 0,
      memberCount: 2,
    });
    const page = await bea!.page(channel?.id ?? "");
    expect(page.messages.map(({ content, author, createdAt }) => [content, author.name, createdAt])).toEqual([
      [
        "Cranes for **Friday** > Monday [plan](https://example.org/x) @Bea Braun",
        "Ana Alvarez",
        "2024-05-01T08:00:10.000Z",
      ],
      ["Bye", "Old Olga", "2024-05-02T09:00:01.000Z"],
    ]);
    const [first, last] = page.messages;
    expect(first).toMatchObject({
      edited: true,
      pinnedAt: expect.any(String),
      reactions: [{ emoji: "👍", count: 2 }],
      mentions: [{ id: bea?.id, name: "Bea Braun" }],
      thread: { replyCount: 2, lastReplyAt: "2024-05-02T09:00:00.000Z" },
    });
    expect(last?.author.isFormer).toBe(true);
    expect((await bea!.replies(first?.id ?? "")).messages.map(({ content }) => content)).toEqual([
      "First answer",
      "Second xylophonic answer",
    ]);
    expect(await found(bea, "xylophonic")).toHaveLength(1);
    expect(await found(cleo, "xylophonic")).toHaveLength(0);
    const { rows } = await sql<{
      count: number;
    }>`SELECT (SELECT count(*) FROM tellings) + (SELECT count(*) FROM notifications) AS count`.execute(
      server.db,
    );
    expect(rows[0]?.count).toBe(0);
    expect(await kindsOf(id)).not.toHaveProperty("difference");
    // People go on in it.
    await bea!.reply(first!, "A third one");
    expect((await ana!.head(channel?.id ?? ""))?.unread).toBe(0);
    expect(await admin.refusedWork(id, "undo")).toBe("import_built_on");
    expect(await admin.builtOn(id)).toMatchObject({
      items: [{ kind: "channel", id: channel?.id, title: channel?.name }],
      more: 0,
    });
  });

  test("keeps what is written in a channel after it became private from the readers of the public channel", async () => {
    const { id: key, name } = fresh("shut");
    const list = [{ id: key, name, members: ["U1"] }];
    const days = { [`${name}/2024-05-01`]: [message(1, "U1", "Wallaby in public")] };
    await admin.run(await admin.plan({ users, channels: list, days }));
    await cleo!.join((await channelNamed(ana, name))?.id ?? "");
    const later = { ...days, [`${name}/2024-05-02`]: [message(90_000, "U1", "Wallaby in private")] };
    const id = await admin.plan({ users, groups: list, days: later });
    expect(await kindsOf(id)).toMatchObject({ place_made_again: 1 });
    expect((await admin.run(id)).made).toMatchObject({ messages: 1, message_earlier: 1, channels: 1 });
    const read = async (who: Chatter | undefined) =>
      (await found(who, "wallaby")).map((item) => item.message.content).sort();
    expect(await read(cleo)).toEqual(["Wallaby in public"]);
    expect(await read(ana)).toEqual(["Wallaby in private", "Wallaby in public"]);
  });

  test("adds nothing the second time, and undoes everything while nobody built on it", async () => {
    const { id: key, name } = fresh("twice");
    const workspace = {
      users: [...users, slackUser("U7", "Pia Paz")],
      channels: [{ id: key, name, members: ["U1"] }],
      days: { [`${name}/2024-05-01`]: [message(1, "U7", "One"), message(2, "U1", "Two <@U7>")] },
    };
    const first = await admin.plan(workspace);
    expect((await admin.run(first)).made).toMatchObject({ messages: 2, channels: 1, people: 1 });
    const second = await admin.plan(workspace);
    expect((await admin.run(second)).made).toEqual({ message_earlier: 2, members: 1 });
    const channel = await channelNamed(ana, name);
    expect(await textsIn(ana, channel?.id)).toEqual(["One", "Two @Pia Paz"]);
    await admin.undo(first);
    expect(await channelNamed(ana, name)).toBeUndefined();
    const { rows } = await sql`SELECT FROM profiles WHERE name = 'Pia Paz'`.execute(server.db);
    expect(rows).toHaveLength(0);
    expect((await admin.run(first)).made).toMatchObject({ messages: 2, channels: 1, people: 1 });
  });

  test("keeps what was private to the same people, and makes nothing public that no list names", async () => {
    const [secret, orphan, empty] = [fresh("secret"), fresh("orphan"), fresh("nobody")];
    const id = await admin.plan({
      users,
      channels: [],
      groups: [
        { id: secret.id, name: secret.name, members: ["U1", "U3"], creator: "U3" },
        { id: empty.id, name: empty.name, members: ["U3"] },
      ],
      dms: [
        { id: "D1", members: ["U1", "W2"] },
        { id: "D2", members: ["U1", "U1"] },
      ],
      mpims: [
        { id: "G1", name: "mpdm-a-1", members: ["U1", "W2", "U3"] },
        { id: "G2", name: "mpdm-a-2", members: ["U3", "U1", "W2"] },
      ],
      days: {
        [`${secret.name}/2024-05-01`]: [message(1, "U1", "Only for us")],
        [`${orphan.name}/2024-05-01`]: [message(1, "W2", "Found in a folder")],
        [`${empty.name}/2024-05-01`]: [message(1, "U3", "Alone")],
        "D1/2024-05-01": [message(1, "U1", "Hello Bea")],
        "D2/2024-05-01": [message(1, "U1", "Note to myself")],
        "mpdm-a-1/2024-05-01": [message(5, "U1", "Later"), message(1, "W2", "Earlier")],
        "mpdm-a-2/2024-05-01": [message(3, "U3", "Between")],
      },
    });
    await confirmBea(id);
    const { made } = await admin.run(id);
    expect(made).toMatchObject({ messages: 8, place_without_readers: 1 });
    expect(await kindsOf(id)).toMatchObject({ place_without_entry: 1, place_without_readers: 1 });
    expect(await channelNamed(ana, secret.name)).toMatchObject({
      type: "PRIVATE",
      memberCount: 1,
      isOwner: true,
    });
    expect(await channelNamed(bea, secret.name)).toBeUndefined();
    expect(await channelNamed(bea, orphan.name)).toMatchObject({ type: "PRIVATE" });
    expect(await channelNamed(ana, orphan.name)).toBeUndefined();
    const chats = (await ana!.channels()).filter(({ type }) => type === "DIRECT");
    const texts = await Promise.all(chats.map(({ id: chat }) => textsIn(ana, chat)));
    expect(texts).toEqual(expect.arrayContaining([["Hello Bea"], ["Earlier", "Between", "Later"]]));
    const notes = (await ana!.channels()).filter(({ name }) => name.startsWith("Chat from"));
    expect(notes.map(({ type }) => type)).toEqual(["PRIVATE"]);
    // A colleague who may run imports, too, does not read names of private channels from the plan or the report.
    const other = createMover(await server.signIn(await createPerson(server.db, { roles: ["admin"] })));
    const shown = JSON.stringify([await other.places(id), await other.lines(id), await other.report(id)]);
    for (const { name } of [secret, orphan, empty]) expect(shown).not.toContain(name);
    expect(await found(cleo, "Found in a folder")).toHaveLength(0);
  });

  test("hands nothing private to a colleague of the same name, and makes no chat of one list for all public", async () => {
    const [secret, chat, group] = [fresh("named"), fresh("chat"), fresh("group")];
    const id = await admin.plan({
      users,
      channels: [
        { id: `D${secret.id}`, is_im: true, members: ["U1", "W2"] },
        { id: chat.id, name: chat.name, is_mpim: true, members: ["U1", "W2", "U3"] },
        { id: `G${group.id}`, name: group.name, members: ["W2"] },
      ],
      groups: [{ id: secret.id, name: secret.name, members: ["U1", "W2"] }],
      days: {
        [`${secret.name}/2024-05-01`]: [message(1, "W2", "Written by another Bea")],
        [`D${secret.id}/2024-05-01`]: [message(1, "W2", "Between two")],
        [`${chat.name}/2024-05-01`]: [message(1, "W2", "Among three")],
        [`${group.name}/2024-05-01`]: [message(1, "W2", "In a group")],
      },
    });
    expect((await admin.places(id)).map(({ kind }) => kind).sort()).toEqual([
      ...["direct", "direct", "private", "private"],
    ]);
    expect(await kindsOf(id)).toMatchObject({ person_proposed: 1 });
    const other = createMover(await server.signIn(await createPerson(server.db, { roles: ["admin"] })));
    await expect(other.choosePerson(id, "W2", cleo?.id ?? "")).rejects.toThrow();
    const before = (await bea!.channels()).length;
    expect((await admin.run(id)).made).toMatchObject({ messages: 4, people: 1 });
    expect(await bea!.channels()).toHaveLength(before);
    expect(await channelNamed(bea, secret.name)).toBeUndefined();
    expect(await channelNamed(ana, secret.name)).toMatchObject({ memberCount: 1 });
    for (const text of ["another Bea", "Between two", "Among three", "In a group"])
      expect([text, await found(bea, text), await found(cleo, text)]).toEqual([text, [], []]);
    await admin.undo(id);
  });

  test("puts history before newer messages of the channel that it is merged into", async () => {
    const { id: key, name } = fresh("merged");
    const channel = await ana!.create({ name });
    await ana!.post(channel.id, "Written here");
    const id = await admin.plan({
      users,
      channels: [{ id: key, name, members: ["U1", "W2"] }],
      days: {
        [`${name}/2024-05-01`]: [
          message(1, "W2", "Old one", { thread_ts: "1714550401.000100", reply_count: 1 }),
          message(2, "U3", "Old reply", { thread_ts: "1714550401.000100" }),
          // One that the database refuses: all of the batch are written one by one.
          message(3, "U3", "Old bad", { reactions: [{ name: "+1", users: ["U\0"] }] }),
        ],
        [`${name}/2024-05-02`]: [message(90_000, "U3", "Old two")],
      },
    });
    expect((await admin.places(id))[0]).toMatchObject({ outcome: "merge", canMerge: true });
    await confirmBea(id);
    await admin.try(id);
    expect((await admin.run(id)).made).toMatchObject({ messages: 3, replies: 1, record_unreadable: 1 });
    expect(await kindsOf(id)).not.toHaveProperty("difference");
    expect(await textsIn(bea, channel.id)).toEqual(["Old one", "Old two", "Written here"]);
    const page = await ana!.page(channel.id, { limit: 1 });
    const before = await ana!.page(channel.id, { before: page.messages[0]?.seq ?? 0 });
    expect(before.messages.map(({ content }) => content)).toEqual(["Old one", "Old two"]);
    expect((await ana!.head(channel.id))?.unread).toBe(0);
    await admin.undo(id);
    expect(await textsIn(ana, channel.id)).toEqual(["Written here"]);
  });

  test("tells of each trap in the report, and the rest goes on", async () => {
    const { id: key, name } = fresh("traps");
    const long = Array.from({ length: 300 }, (_, at) => `Line ${at} ${"x".repeat(40)}`).join("\n");
    const same = { ts: "1714550460.000000" };
    const file = (id: string, fileName: string, more = {}) => ({
      id,
      name: fileName,
      mode: "hosted",
      url_private: "https://files.slack.com/x?t=xoxe-secret",
      ...more,
    });
    const days = {
      [`${name}/2024-05-01`]: [
        message(1, "U1", "Reply to nothing", { thread_ts: "1714550000.000100", parent_user_id: "W2" }),
        message(2, "U1", long),
        { ...message(0, "U1", "Twin one"), ...same },
        { ...message(0, "W2", "Twin two"), ...same },
        { ...message(0, "U1", "Twin one"), ...same },
        message(70, "", "From a machine", { subtype: "bot_message", username: "Builder" }),
        message(71, "", "From nobody"),
        message(72, "UNKNOWN1", "Not listed", { user_profile: { real_name: "Ghost Writer" } }),
        message(73, "U1", "", { subtype: "tombstone", reply_count: 0 }),
        message(74, "U1", "See", {
          files: [
            file("F0000001", "plan.txt"),
            file("F0000002", "gone.pdf"),
            file("F0000003", "", { mode: "tombstone" }),
            file("F0000004", "", { mode: "hidden_by_limit" }),
          ],
        }),
        message(75, "U1", "Secret https://files.slack.com/y?t=xoxe-123-abc"),
        message(76, "U1", "", {
          blocks: [
            {
              type: "rich_text",
              elements: [
                {
                  type: "rich_text_section",
                  elements: [
                    { type: "text", text: "5 * 3", style: { bold: true } },
                    { type: "user", user_id: "W2" },
                  ],
                },
              ],
            },
          ],
        }),
        message(77, "U1", ""),
        { ...message(78, "U1", "No time"), ts: "soon" },
        message(79, "U1", "nul\u0000led"),
        message(80, "U\0", "By a strange name"),
      ],
      // Hundreds of thousands of blanks hold nobody up.
      [`${name}/2024-05-03`]: [
        message(200_000, "U1", `Top${"\n".repeat(300_000)}• bottom`),
        message(200_001, "U1", "", {
          blocks: [
            {
              type: "rich_text",
              elements: [
                {
                  type: "rich_text_section",
                  elements: [
                    { type: "text", text: `Left${" ".repeat(300_000)}right`, style: { bold: true } },
                  ],
                },
              ],
            },
          ],
        }),
      ],
    };
    const id = await admin.plan({
      users: [...users, { id: 5 }, slackUser("U9", "\u202e\u200b")],
      channels: [{ id: key, name, members: ["U1"] }],
      days,
      files: {
        "__uploads/F0000001/plan.txt": "The plan",
        [`${name}/2024-05-02.json`]: `[{"ts":"1714640000.000000","user":"U1","text":"Before"},{"ts":},{"ts":"1714640001.000000","user":"U1","text":"After"}`,
      },
    });
    const { tried } = await admin.try(id);
    const { made } = await admin.run(id);
    expect(made).toEqual(tried);
    expect(await kindsOf(id)).toMatchObject({
      root_missing: 1,
      message_split: 3,
      message_repeated: 1,
      file_missing: 1,
      message_empty: 1,
      text_cleaned: 1,
      file_unreadable: 1,
      person_unknown: expect.any(Number),
    });
    expect(await kindsOf(id)).not.toHaveProperty("difference");
    const channel = await channelNamed(ana, name);
    const { messages } = await ana!.page(channel?.id ?? "", { limit: 50 });
    const all = JSON.stringify(messages);
    expect(all).not.toContain("xoxe");
    expect(messages[0]).toMatchObject({
      removed: true,
      author: { name: "Bea Braun" },
      thread: { replyCount: 1 },
    });
    const parts = messages.filter(({ content }) => content.startsWith("Line"));
    expect(parts.map(({ content }) => content).join("\n")).toBe(long);
    expect(messages.map(({ content, author }) => [content, author.name])).toEqual(
      expect.arrayContaining([
        ["Twin one", "Ana Alvarez"],
        ["Twin two", "Bea Braun"],
        ["From a machine", "Builder (bot)"],
        ["From nobody", "Unknown person"],
        ["Not listed", "Ghost Writer"],
        ["**5 \\* 3**@Bea Braun", "Ana Alvarez"],
        ["Before", "Ana Alvarez"],
        ["After", "Ana Alvarez"],
        ["By a strange name", "Unknown person"],
        ["Top", "Ana Alvarez"],
        ["- bottom", "Ana Alvarez"],
        ["**Left", "Ana Alvarez"],
        ["right**", "Ana Alvarez"],
      ]),
    );
    const withFiles = messages.find(({ content }) => content.startsWith("See"));
    expect(withFiles?.attachments.map(({ originalName }) => originalName)).toEqual(["plan.txt"]);
    expect(withFiles?.content).toContain("gone.pdf (the file is not in the export)");
    expect(withFiles?.content).toContain("a file hidden by Slack's limit");
  });
});

/** A zip file of one file whose path is written as it is. */
const rename = (zip: Buffer, from: string, to: string) =>
  Buffer.from(zip.toString("latin1").replaceAll(from, to), "latin1");

describe("a file", () => {
  test("goes on after a cut upload, takes a repeated part once, and refuses one that does not follow", async () => {
    const { id: key, name } = fresh("parts");
    // Random text, so that the file has several parts.
    const noise = Array.from({ length: 5 }, () => randomBytes(1_000_000).toString("base64")).join("");
    const bytes = await writeSlackExport({
      channels: [{ id: key, name, members: [] }],
      files: { "noise.txt": noise },
    });
    const id = uuidv7();
    await admin.start(id, bytes.length);
    expect((await admin.sendPart(id, bytes, importPartBytes)).status).toBe(409);
    expect((await admin.sendPart(id, bytes.subarray(0, 100), 0)).status).toBe(409);
    await admin.sendPart(id, bytes, 0);
    await admin.sendPart(id, bytes, 0);
    const { receivedBytes, state } = await admin.get(id);
    expect([receivedBytes, state]).toEqual([importPartBytes, "uploading"]);
    await admin.sendPart(id, bytes, receivedBytes);
    expect((await admin.until(id, "planned")).found).toMatchObject({ channels: 1 });
    const other = createMover(await server.signIn(await createPerson(server.db, { roles: ["admin"] })));
    expect((await other.sendPart(id, bytes, 0)).status).toBe(404);
  });

  test("leaves nothing in storage, even if the server is killed while the file is deleted", async () => {
    const { id: key, name } = fresh("discarded");
    const id = await admin.plan({ users, channels: [{ id: key, name, members: ["U1"] }] });
    const stored = async () =>
      (await readdir(server.filesFolder, { recursive: true })).join("\n").includes(`${id}/0-`);
    expect(await stored()).toBe(true);
    // The database as a killed server leaves it, before the files are gone.
    await sql`DELETE FROM import_parts WHERE import_id = ${id}`.execute(server.db);
    await sql`UPDATE import_part_files SET stored_at = now() - interval '2 hours'`.execute(server.db);
    await enqueueJob(server, "imports.sweep");
    await vi.waitFor(async () => expect(await stored()).toBe(false));
  });

  test.each([
    ["no zip file", async () => Buffer.from("PK but nothing else"), /not a zip file/],
    ["cut off", async () => (await writeSlackExport({ channels: [] })).subarray(0, 60), /not a zip file/],
    [
      "of another product",
      async () => writeSlackExport({ files: { "board.json": "{}" } }),
      /not an export of Slack/,
    ],
  ])("that is %s fails with the reason", async (_what, make, reason) => {
    const id = await admin.upload(await make());
    expect((await admin.until(id, "failed")).failure).toMatch(reason);
    expect(await admin.refusedWork(id, "run")).toBe("import_state");
  });

  test("is given up after five readings that took the server down", async () => {
    const bytes = await writeSlackExport({ users, channels: [] });
    const id = uuidv7();
    await admin.start(id, bytes.length);
    await sql`UPDATE imports SET failures = 5 WHERE id = ${id}`.execute(server.db);
    await admin.sendPart(id, bytes, 0);
    expect((await admin.until(id, "failed")).failure).toMatch(/several attempts/);
  });

  test("with unsafe paths and bombs is read without these", async () => {
    const { id: key, name } = fresh("unsafe");
    const zip = await writeSlackExport({
      users,
      channels: [{ id: key, name, members: ["U1"] }],
      days: {
        [`${name}/2024-05-01`]: [message(1, "U1", "Good")],
        "aaaaa/2024-05-01": [message(1, "U1", "Escaped")],
      },
      files: { [`${name}/2024-05-02.json`]: `[${" ".repeat(3_000_000)}]` },
    });
    const id = await admin.upload(rename(zip, "aaaaa/2024", "../../2024"));
    await admin.until(id, "planned");
    expect(await kindsOf(id)).toMatchObject({ path_refused: 1, entry_too_dense: 1 });
    // Their paths have names of channels that may be private.
    const other = createMover(await server.signIn(await createPerson(server.db, { roles: ["admin"] })));
    expect(JSON.stringify([await other.lines(id), await other.report(id)])).not.toContain("2024-05-0");
    expect((await admin.run(id)).made).toMatchObject({ messages: 1 });
  });
});

describe("the work on an import", () => {
  const many = async (name: string) => {
    const { id: key, name: unique } = fresh(name);
    const days = Array.from({ length: 10 }, (_, day) => [
      `${unique}/2024-05-${String(day + 1).padStart(2, "0")}`,
      Array.from({ length: 250 }, (_each, at) => message(day * 86_400 + at, "U1", `Message ${day} ${at}`)),
    ]);
    return {
      workspace: {
        users,
        channels: [{ id: key, name: unique, members: ["U1"] }],
        days: Object.fromEntries(days),
      },
      name: unique,
    };
  };

  test("pauses when its person loses the right, and another one resumes it without loss or repetition", async () => {
    const { workspace, name } = await many("paused");
    const person = await createPerson(server.db, { roles: ["admin"] });
    const leaving = createMover(await server.signIn(person));
    const id = await leaving.plan(workspace);
    await leaving.work(id, "run");
    await sql`DELETE FROM user_roles WHERE user_id = ${person.id}`.execute(server.db);
    expect((await admin.until(id, "paused")).failure).toMatch(/may not run imports/);
    const second = await admin.plan({ channels: [] });
    expect(await admin.refusedWork(second, "run")).toBe("import_running");
    await admin.work(id, "resume");
    await admin.work(id, "pause");
    await admin.work(id, "resume");
    expect((await admin.until(id, "done")).made).toMatchObject({ messages: 2_500, channels: 1 });
    expect(await kindsOf(id)).not.toHaveProperty("difference");
    const channel = await channelNamed(ana, name);
    const { rows } = await sql<{ count: number; last: number }>`SELECT count(*) AS count, max(seq) AS last
      FROM messages WHERE channel_id = ${channel?.id}`.execute(server.db);
    expect(rows[0]).toEqual({ count: 2_500, last: 2_500 });
  });

  test("pauses with a reason if a part of the file cannot be read again and again, and loses nothing", async () => {
    const { id: key, name } = fresh("lost");
    const noise = Array.from({ length: 5 }, () => randomBytes(1_000_000).toString("base64")).join("");
    const id = await admin.plan({
      users,
      channels: [{ id: key, name, members: ["U1"] }],
      days: { [`${name}/2024-05-01`]: [message(1, "U1", "Still there")] },
      files: { "noise.txt": noise },
    });
    const rename = (from: string, to: string) =>
      sql`UPDATE import_parts SET key = replace(key, ${from}, ${to}) WHERE import_id = ${id} AND start = 0`.execute(
        server.db,
      );
    await rename("/0-", "/gone-");
    await admin.work(id, "run");
    await vi.waitFor(async () => {
      const { rows } = await sql<{ failures: number }>`SELECT failures FROM imports WHERE id = ${id}`.execute(
        server.db,
      );
      expect(rows[0]?.failures).toBe(1);
    }, 30_000);
    await sql`UPDATE imports SET failures = 4 WHERE id = ${id}`.execute(server.db);
    await enqueueJob(server, "imports.work", { importId: id });
    expect((await admin.until(id, "paused")).failure).toMatch(/failed several times/);
    await rename("/gone-", "/0-");
    await admin.work(id, "resume");
    expect((await admin.until(id, "done")).made).toMatchObject({ messages: 1 });
  });

  test("follows choices: a person, a new name, a channel that is left out", async () => {
    const [one, two] = [fresh("chosen"), fresh("left")];
    const id = await admin.plan({
      users: [slackUser("U8", "Somebody Else")],
      channels: [
        { id: one.id, name: one.name, members: ["U8"] },
        { id: two.id, name: two.name, members: ["U8"] },
      ],
      days: {
        [`${one.name}/2024-05-01`]: [message(1, "U8", "Mine")],
        [`${two.name}/2024-05-01`]: [message(1, "U8", "Not wanted")],
      },
    });
    await admin.choosePerson(id, "U8", cleo?.id ?? "");
    await admin.choosePlace(id, one.id, "new", `${one.name}-moved`);
    await admin.choosePlace(id, two.id, "skip");
    const { made } = await admin.run(id);
    expect(made).toMatchObject({ messages: 1, channels: 1, place_left_out: 1 });
    expect(made).not.toHaveProperty("people");
    const channel = await channelNamed(cleo, `${one.name}-moved`);
    expect((await cleo!.page(channel?.id ?? "")).messages[0]?.author.id).toBe(cleo?.id);
    expect(await channelNamed(cleo, two.name)).toBeUndefined();
    expect(await kindsOf(id)).not.toHaveProperty("difference");
  });
});
