import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { fullTest } from "../../../../contract/test/full-check.ts";
import { type Chatter, signInChatter } from "../../../test/chatter.ts";
import { createPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { mattermostExport, momentAt, mattermostReply as reply } from "../../../test/mattermost-export.ts";
import { createMover, type Mover } from "../../../test/mover.ts";
import type { Archive } from "./archive/open-archive.ts";
import { readExport } from "./mattermost/read-export.ts";

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
        await createPerson(server.db, { name, email: `${name.slice(0, 3).toLowerCase()}@matter.test` }),
      ),
    ),
  );
});

const channelNamed = async (who: Chatter | undefined, name: string) =>
  (await who?.channels())?.find((channel) => channel.name === name);
const messagesIn = async (who: Chatter | undefined, channelId = "") =>
  (await who?.page(channelId, { limit: 50 }))?.messages ?? [];
const textsIn = async (who: Chatter | undefined, channelId = "") =>
  (await messagesIn(who, channelId)).map(({ content }) => content);
const found = async (who: Chatter | undefined, query: string) =>
  (await who?.client.call(chatRoutes.searchMessages, { query: { query } }))?.items ?? [];
const kindsOf = async (id: string) => {
  const kinds: Record<string, number> = {};
  for (const { kind, phase, count } of await admin.lines(id))
    if (phase !== "trying") kinds[kind] = (kinds[kind] ?? 0) + count;
  return kinds;
};
/** The files below a folder that this process has open. They have no names any more: the system deletes them once closed. */
async function openBelow(folder: string): Promise<string[]> {
  if (process.platform !== "linux") return [];
  const handles = await readdir("/proc/self/fd");
  const paths = await Promise.all(
    handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => "")),
  );
  return paths.filter((path) => path.startsWith(folder));
}
const planOf = async (one: ReturnType<typeof mattermostExport>) =>
  admin.planFile("mattermost", "export.zip", await one.zip());

afterEach(() => void vi.unstubAllEnvs());

describe("an import of Mattermost", () => {
  test("brings people, channels, threads, reactions, pins, files and edits, in the order of time", async () => {
    const one = mattermostExport();
    one.team("crew", { display_name: "Crew" });
    one.channel("crew", "harbour", { display_name: "Harbour", header: "Ships", purpose: "All about ships" });
    one.channel("crew", "cellar", { display_name: "Cellar", type: "P" });
    one.user("ana", "Ana@matter.test", ["crew/harbour", "crew/cellar*"]);
    one.user("bea.b", "bea@matter.test", ["crew/harbour"], { first_name: "Bea", last_name: "B." });
    one.user("old.olga", "olga@elsewhere.test", ["crew/harbour"], {
      ...{ delete_at: 1_700_000_000_000, first_name: "Olga", last_name: "Old" },
    });
    one.bot("builder", "Builder");
    // Their IDs, which are random, order the posts of an export.
    one.post("crew/harbour", 90_000, "old.olga", "Bye ~cellar and ~harbour, not ~~this~~ ~nowhere");
    one.post(
      "crew/harbour",
      10,
      "ana",
      "Cranes for **Friday** @bea.b. Mail bea.b@x.test `@bea.b` :tada: #cranes",
      {
        edit_at: momentAt(100),
        is_pinned: true,
        reactions: [
          { user: "bea.b", create_at: momentAt(11), emoji_name: "+1" },
          { user: "old.olga", create_at: momentAt(12), emoji_name: "+1" },
          { user: "ana", create_at: momentAt(12), emoji_name: "wave_medium_dark_skin_tone" },
          { user: "ana", create_at: momentAt(12), emoji_name: "our_logo" },
        ],
        attachments: [{ path: "20240501/teams/t/channels/c/users/u/f/plan.txt" }],
        replies: [reply(200_000, "bea.b", "Second xylophonic answer"), reply(20, "old.olga", "First answer")],
      },
    );
    one.post("crew/harbour", 1, "ana", "ana joined the channel.", { type: "system_join_channel" });
    one.post("crew/harbour", 50, "builder", "", {
      props: {
        from_bot: "true",
        attachments: [
          {
            fallback: "x",
            title: "Build 7",
            title_link: "https://ci.test/7",
            text: "Green for @bea.b",
            // Quoted calls reach nobody.
            fields: [{ title: "@here took", value: "5 min, @channel. @all" }],
          },
        ],
      },
    });
    one.post("crew/harbour", 51, "ana", "Deployed", {
      props: { from_webhook: "true", override_username: "Deploys" },
    });
    one.post("crew/harbour", 52, "ana", "waves", { type: "me" });
    one.file("data/20240501/teams/t/channels/c/users/u/f/plan.txt", "The plan");
    one.other("emoji", { name: "our_logo", image: "emoji/x/image" });
    one.other("role", { name: "system_user" });

    const id = await planOf(one);
    expect(
      (await admin.people(id)).map(({ name, matchedBy, person, isBot }) => [
        name,
        isBot,
        matchedBy,
        person?.name,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ["ana", false, "mail", "Ana Alvarez"],
        ["Bea B.", false, "mail", "Bea Braun"],
        ["Olga Old", false, "none", undefined],
        ["Builder (bot)", true, "none", undefined],
        ["Deploys (bot)", true, "none", undefined],
      ]),
    );
    const { tried } = await admin.try(id);
    expect(await channelNamed(ana, "Harbour")).toBeUndefined();
    const { made } = await admin.run(id);
    expect(made).toEqual(tried);
    expect(made).toMatchObject({
      messages: 7,
      replies: 2,
      reactions: 3,
      pins: 1,
      files: 1,
      channels: 2,
      notice_skipped: 1,
    });
    expect(await kindsOf(id)).toMatchObject({ reaction_unknown: 1, line_ignored: 2, person_deactivated: 1 });
    expect(await kindsOf(id)).not.toHaveProperty("difference");

    const channel = await channelNamed(bea, "Harbour");
    expect(channel).toMatchObject({
      type: "PUBLIC",
      topic: "Ships",
      unread: 0,
      unreadMentions: 0,
      memberCount: 2,
    });
    const messages = await messagesIn(bea, channel?.id);
    expect(messages.map(({ content, author, createdAt }) => [content, author.name, createdAt])).toEqual([
      [
        "Cranes for **Friday** @Bea Braun. Mail bea.b@x.test `@bea.b` 🎉 #cranes",
        "Ana Alvarez",
        "2024-05-01T08:00:10.000Z",
      ],
      [
        "> **[Build 7](https://ci.test/7)**\n> Green for @Bea Braun\n> here took: 5 min, channel. all",
        "Builder (bot)",
        "2024-05-01T08:00:50.000Z",
      ],
      ["Deployed", "Deploys (bot)", "2024-05-01T08:00:51.000Z"],
      ["_waves_", "Ana Alvarez", "2024-05-01T08:00:52.000Z"],
      ["Bye #private channel and #Harbour, not ~~this~~ ~nowhere", "Olga Old", "2024-05-02T09:00:00.000Z"],
    ]);
    const [first] = messages;
    expect(first).toMatchObject({
      edited: true,
      pinnedAt: expect.any(String),
      reactions: [
        { emoji: "👍", count: 2 },
        { emoji: "👋🏾", count: 1 },
      ],
      mentions: [{ id: bea?.id, name: "Bea Braun" }],
      thread: { replyCount: 2, lastReplyAt: "2024-05-03T15:33:20.000Z" },
      attachments: [{ originalName: "plan.txt" }],
    });
    expect(messages.at(-1)?.author.isFormer).toBe(true);
    expect((await bea!.replies(first?.id ?? "")).messages.map(({ content }) => content)).toEqual([
      "First answer",
      "Second xylophonic answer",
    ]);
    expect(await found(bea, "xylophonic")).toHaveLength(1);
    expect(await channelNamed(ana, "Cellar")).toMatchObject({ type: "PRIVATE", isOwner: true });
    const { rows } = await sql<{ count: number }>`SELECT
      (SELECT count(*) FROM tellings) + (SELECT count(*) FROM notifications) AS count`.execute(server.db);
    expect(rows[0]?.count).toBe(0);
  });

  test("adds nothing the second time, adds what is new later, and undoes everything", async () => {
    const begin = () => {
      const one = mattermostExport();
      one.team("again");
      one.channel("again", "twice");
      one.user("ana", "ana@matter.test", ["again/twice"]);
      one.user("pia", "pia@elsewhere.test", ["again/twice"]);
      one.post("again/twice", 1, "pia", "One", { replies: [reply(5, "ana", "Reply one")] });
      one.post("again/twice", 2, "ana", "Two");
      // Two posts of the same moment.
      one.post("again/twice", 3, "pia", "Twin");
      one.post("again/twice", 3, "ana", "Other twin");
      one.directPost(["ana", "pia"], 4, "pia", "Between us");
      return one;
    };
    const first = await planOf(begin());
    expect((await admin.run(first)).made).toMatchObject({ messages: 6, channels: 1, chats: 1, people: 1 });
    const second = await planOf(begin());
    expect((await admin.run(second)).made).toMatchObject({ message_earlier: 6 });
    expect((await admin.get(second)).made).not.toHaveProperty("messages");
    const more = begin();
    more.post("again/twice", 9, "ana", "New");
    const third = await planOf(more);
    expect((await admin.run(third)).made).toMatchObject({ message_earlier: 6, messages: 1 });
    const channel = await channelNamed(ana, "twice");
    expect(await textsIn(ana, channel?.id)).toEqual(["One", "Two", "Twin", "Other twin", "New"]);
    await admin.undo(third);
    await admin.undo(first);
    expect(await channelNamed(ana, "twice")).toBeUndefined();
    expect(await sql`SELECT FROM profiles WHERE name = 'pia'`.execute(server.db)).toMatchObject({ rows: [] });
  });

  test("tells posts of one millisecond apart, with their replies and files", async () => {
    const begin = () => {
      const one = mattermostExport();
      one.team("twins");
      one.channel("twins", "moment");
      one.user("ana", "ana@matter.test", ["twins/moment"]);
      one.user("bea", "bea@matter.test", ["twins/moment"]);
      for (const name of ["left", "right"]) one.file(`data/${name}.txt`, `The ${name} one`);
      const withFile = (name: string) => ({ attachments: [{ path: `${name}.txt` }] });
      one.post("twins/moment", 1, "ana", "First", { replies: [reply(5, "bea", "To the first")] });
      one.post("twins/moment", 1, "ana", "Second", { replies: [reply(5, "bea", "To the second")] });
      one.post("twins/moment", 2, "ana", "", withFile("left"));
      one.post("twins/moment", 2, "ana", "", withFile("right"));
      return one;
    };
    const id = await planOf(begin());
    expect((await admin.run(id)).made).toMatchObject({ messages: 6, replies: 2, files: 2 });
    const messages = await messagesIn(ana, (await channelNamed(ana, "moment"))?.id);
    expect(messages.map(({ content, attachments }) => content || attachments[0]?.originalName)).toEqual([
      "First",
      "Second",
      "left.txt",
      "right.txt",
    ]);
    const answers = messages.slice(0, 2).map(async (message) => (await ana!.replies(message.id)).messages);
    expect((await Promise.all(answers)).map((list) => list.map(({ content }) => content))).toEqual([
      ["To the first"],
      ["To the second"],
    ]);
    const again = (await admin.run(await planOf(begin()))).made;
    expect(again).toMatchObject({ message_earlier: 6 });
    expect(again).not.toHaveProperty("messages");
  });

  test("keeps private what was private, also on another server with the same names", async () => {
    const serverOf = (people: readonly (readonly [string, string])[], text: string, seconds: number) => {
      const one = mattermostExport();
      one.team("company");
      one.channel("company", "leads", { type: "P" });
      for (const [name, email] of people) one.user(name, email, ["company/leads"]);
      one.post("company/leads", seconds, "sam", text);
      one.directPost(["sam", "tim"], seconds, "sam", `${text} to Tim`);
      // Nobody says that this channel is public.
      one.post("company/unlisted", seconds, "sam", `${text} unlisted`);
      return one;
    };
    const first = await planOf(
      serverOf(
        [
          ["sam", "ana@matter.test"],
          ["tim", "bea@matter.test"],
        ],
        "Quokka of one",
        1,
      ),
    );
    await admin.run(first);
    const second = await planOf(
      serverOf(
        [
          ["sam", "cle@matter.test"],
          ["tim", "tim@elsewhere.test"],
        ],
        "Quokka of two",
        2,
      ),
    );
    await admin.run(second);
    const read = async (who: Chatter | undefined) =>
      (await found(who, "quokka")).map(({ message }) => message.content).sort();
    expect(await read(ana)).toEqual(["Quokka of one", "Quokka of one to Tim", "Quokka of one unlisted"]);
    expect(await read(bea)).toEqual(["Quokka of one", "Quokka of one to Tim"]);
    expect(await read(cleo)).toEqual(["Quokka of two", "Quokka of two to Tim", "Quokka of two unlisted"]);
    const other = createMover(await server.signIn(await createPerson(server.db, { roles: ["admin"] })));
    const shown = JSON.stringify([
      await other.places(first),
      await other.lines(first),
      await other.report(first),
    ]);
    for (const name of ["leads", "unlisted"]) expect(shown).not.toContain(name);
  });

  test("goes on behind lines that are made to stop it, and writes the record that was counted", async () => {
    const one = mattermostExport();
    one.team("odd");
    one.channel("odd", "lines");
    one.user("ana", "ana@matter.test", ["odd/lines"]);
    const post = (message: string, more = {}) => ({
      ...{ team: "odd", channel: "lines", user: "ana", message, create_at: momentAt(1), ...more },
    });
    const chat = post("Chat", { channel: "", channel_members: ["ana", "cleo"] });
    one.line(`\uFEFF${JSON.stringify({ type: "post", post: post("After a mark") })}`);
    one.line(JSON.stringify({ type: "direct_post", direct_post: chat, post: "" }));
    one.line(JSON.stringify({ type: "direct_post", direct_post: chat, post: post("Of another kind") }));
    one.line(JSON.stringify({ type: "post", post: post("Wide", { replies: Array(30_000).fill({}) }) }));
    one.line(`{"type":"post","post":{"message":"So many values","x":[${"1,".repeat(450_000)}1]}}`);
    one.post("odd/lines", 5, "ana", "The last one");
    const id = await planOf(one);
    expect(await kindsOf(id)).toMatchObject({ record_too_large: 2 });
    expect((await admin.run(id)).made).toMatchObject({ messages: 3, message_repeated: 1 });
    expect(await textsIn(ana, (await channelNamed(ana, "lines"))?.id)).toEqual([
      "After a mark",
      "The last one",
    ]);
  });

  test("keeps public channels to their members if the line of a team is damaged", async () => {
    const one = mattermostExport();
    one.team("east");
    one.line('{"type":"team","team":{"name":"west"');
    for (const team of ["east", "west"]) {
      one.channel(team, `${team}-talk`);
      one.post(`${team}/${team}-talk`, 1, "ana", `Bilby in the ${team}`);
    }
    one.user("ana", "ana@matter.test", ["east/east-talk", "west/west-talk"]);
    one.user("bea", "bea@matter.test", ["east/east-talk"]);
    one.user("cleo", "cle@matter.test");
    const id = await planOf(one);
    expect(await kindsOf(id)).toMatchObject({ team_closed: 2, record_unreadable: 1 });
    await admin.run(id);
    expect(await found(ana, "bilby")).toHaveLength(2);
    expect(await found(bea, "bilby")).toHaveLength(1);
    expect(await found(cleo, "bilby")).toEqual([]);
  });

  test("tells teams apart, and makes channels of closed teams private", async () => {
    const one = mattermostExport();
    one.team("north", { display_name: "North", allow_open_invite: true });
    one.team("south", { display_name: "South" });
    for (const team of ["north", "south"]) {
      one.channel(team, "square", { display_name: "Square" });
      one.post(`${team}/square`, 1, "ana", `Hello ${team}`);
    }
    one.user("ana", "ana@matter.test", ["north/square", "south/square"]);
    one.user("guest.gil", "cle@matter.test", ["north/square"], { roles: "system_guest" });
    one.user("bea", "bea@matter.test", ["north/square"]);
    const id = await planOf(one);
    expect(await kindsOf(id)).toMatchObject({ team_closed: 1, person_guest: 1 });
    await admin.run(id);
    expect(await channelNamed(bea, "North: Square")).toMatchObject({ type: "PUBLIC", memberCount: 3 });
    expect(await channelNamed(bea, "South: Square")).toBeUndefined();
    expect(await channelNamed(ana, "South: Square")).toMatchObject({ type: "PRIVATE", memberCount: 1 });
  });

  test("hands the posts of somebody who was deactivated to nobody with that address", async () => {
    const one = mattermostExport();
    one.team("gone");
    one.channel("gone", "vault", { type: "P" });
    one.user("ana", "ana@matter.test", ["gone/vault"]);
    one.user("former.cleo", "cle@matter.test", ["gone/vault"], { delete_at: momentAt(0) });
    one.post("gone/vault", 1, "former.cleo", "Numbat");
    one.directPost(["ana", "former.cleo"], 2, "former.cleo", "Numbat for Ana");
    await admin.run(await planOf(one));
    expect(await found(cleo, "numbat")).toHaveLength(0);
    expect(await found(ana, "numbat")).toHaveLength(2);
  });

  test("says what cannot be read or kept, and imports the rest", async () => {
    const one = mattermostExport();
    const long = Array.from({ length: 300 }, (_, at) => `Line ${at} ${"x".repeat(40)}`).join("\n");
    one.team("traps");
    one.channel("traps", "pit");
    one.user("ana", "ana@matter.test", ["traps/pit"]);
    one.user("nomail", "", ["traps/pit"]);
    one.line("{ this is no JSON");
    one.line("");
    one.line(JSON.stringify({ type: "post", post: { user: "ana", message: "Nowhere" } }));
    one.line(
      JSON.stringify({
        type: "post",
        post: { team: "traps", channel: "pit", user: "ana", message: "No time" },
      }),
    );
    one.line(`{"type":"post","post":{"props":${"[".repeat(40_000)}${"]".repeat(40_000)}}}`);
    one.line(`{"type":"later","later":{}}`);
    one.post("traps/pit", 1, "ana", randomBytes(7 * 1024 * 1024).toString("base64"));
    one.post("traps/pit", 2, "ana", long);
    one.post("traps/pit", 3, "ghost", "By somebody who is not listed");
    one.post("traps/pit", 4, "", "By nobody");
    one.post("traps/pit", 5, "ana", "");
    one.post("traps/pit", 6, "nomail", "nul\0led", {
      attachments: [
        { path: "../../etc/passwd" },
        { path: "../import.jsonl" },
        { path: "import.jsonl" },
        { path: "/etc/passwd" },
        { path: "x/../../import.jsonl" },
        { path: "gone.png" },
        { path: "bulk-export-attachments/here.txt" },
      ],
    });
    one.post("traps/pit", 7, "ana", "channel_topic", {
      ...{ type: "system_header_change", replies: [reply(8, "ana", "A reply to a notice"), 7, null] },
    });
    one.file("bulk-export-attachments/here.txt", "Here");
    const id = await planOf(one);
    const { tried } = await admin.try(id);
    const { made } = await admin.run(id);
    expect(made).toEqual(tried);
    expect(made).toMatchObject({
      messages: 5,
      files: 1,
      message_empty: 1,
      notice_skipped: 1,
      root_missing: 1,
    });
    const kinds = await kindsOf(id);
    expect(kinds).toMatchObject({
      ...{
        record_too_large: 1,
        record_too_deep: 1,
        record_without_time: 1,
        file_missing: 6,
        message_split: 1,
      },
      ...{
        person_unknown: 2,
        person_without_mail: 1,
        text_cleaned: 1,
        line_ignored: 1,
        record_unreadable: 4,
      },
    });
    expect(kinds).not.toHaveProperty("difference");
    const channel = await channelNamed(ana, "pit");
    const messages = await messagesIn(ana, channel?.id);
    expect(
      messages
        .filter(({ content }) => content.startsWith("Line"))
        .map(({ content }) => content)
        .join("\n"),
    ).toBe(long);
    expect(messages.map(({ content, author }) => [content.split("\n")[0], author.name])).toEqual(
      expect.arrayContaining([
        ["By somebody who is not listed", "ghost"],
        ["By nobody", "Unknown person"],
        ["nulled", "nomail"],
      ]),
    );
    const withFiles = messages.find(({ content }) => content.startsWith("nulled"));
    expect(withFiles?.attachments.map(({ originalName }) => originalName)).toEqual(["here.txt"]);
    expect(JSON.stringify(messages)).not.toContain("Nowhere");
  });

  fullTest("keeps every post of a large channel, and deletes what waited on the disk", async () => {
    const one = mattermostExport();
    one.team("bulk");
    one.channel("bulk", "many");
    one.user("ana", "ana@matter.test", ["bulk/many"]);
    const texts = Array.from({ length: 900 }, (_, at) => `Post ${at}`);
    // In no order.
    for (const at of texts.keys()) {
      const other = (at * 367) % texts.length;
      one.post("bulk/many", other * 3_600, "ana", texts[other] ?? "");
    }
    const folder = await mkdtemp(join(tmpdir(), "atoll-many-"));
    vi.stubEnv("TMPDIR", folder);
    const id = await admin.planFile("mattermost", "export.jsonl", one.jsonl());
    expect((await admin.run(id)).made).toMatchObject({ messages: 900 });
    const channel = await channelNamed(ana, "many");
    const { rows } = await sql<{ content: string }>`SELECT content FROM messages
      WHERE channel_id = ${channel?.id} ORDER BY seq`.execute(server.db);
    expect(rows.map(({ content }) => content)).toEqual(texts);
    await vi.waitFor(async () => expect(await openBelow(folder)).toEqual([]));
    expect(await readdir(folder)).toEqual([]);
  });

  fullTest("stores one file for no more messages than the size of the export allows", async () => {
    const one = mattermostExport();
    one.team("copies");
    one.channel("copies", "copied");
    one.user("ana", "ana@matter.test", ["copies/copied"]);
    one.file("data/large.bin", randomBytes(200_000));
    for (const at of Array(12).keys())
      one.post("copies/copied", at, "ana", `Copy ${at}`, { attachments: [{ path: "large.bin" }] });
    const id = await planOf(one);
    expect((await admin.run(id)).made).toMatchObject({ messages: 12, files: 3 });
    expect(await kindsOf(id)).toMatchObject({ file_unkept: 9 });
  });

  fullTest("refuses an export whose names and descriptions would fill the memory of the server", async () => {
    const long = "x".repeat(2_000);
    function* lines() {
      for (let at = 0; at < 20_000; at += 1)
        yield `${JSON.stringify({ type: "channel", channel: { name: `c${at}`, header: long, purpose: long } })}\n`;
    }
    const archive: Archive = {
      ...{ paths: ["export.jsonl"], leftOut: [], sizeOf: () => 1, assertWhole: () => undefined },
      read: async () => Readable.from(lines(), { objectMode: false }),
    };
    await expect(readExport(archive)).rejects.toThrow(/too many for one import/);
  });

  test("refuses a file of another product", async () => {
    for (const [name, content] of [
      ["export.json", JSON.stringify([{ id: "U1" }])],
      ["export.jsonl", "No JSON\n".repeat(200)],
    ] as const) {
      const id = await admin.upload(Buffer.from(content), "mattermost", name);
      expect((await admin.until(id, "failed")).failure).toMatch(/not an export of Mattermost/);
    }
  });
});
