import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { administrationRoutes } from "@atoll/contract/administration/routes";
import { auditRoutes } from "@atoll/contract/audit/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { personalDataRoutes as routes } from "@atoll/contract/personal-data/routes";
import { retentionRoutes } from "@atoll/contract/retention/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, test } from "vitest";
import { createBoardOf, openCanvasOf } from "../../../../test/boards.ts";
import { commenterOf } from "../../../../test/commenter.ts";
import { createChannel, createPerson, createRole, testPassword } from "../../../../test/factories.ts";
import { pngOf } from "../../../../test/file-world.ts";
import { serverForFile } from "../../../../test/for-file.ts";
import { type SignedIn, startTestServer } from "../../../../test/harness.ts";
import { createWriter, type Writer } from "../../../../test/knowledge.ts";
import { findEverywhere } from "../../../../test/retention.ts";
import { enqueueJob } from "../../../../test/run-job.ts";
import { everybodyNotified } from "../../../../test/settled.ts";
import { createTaskRow } from "../../../../test/task-factory.ts";
import { upload } from "../../../../test/upload.ts";
import { erasedTables } from "../../../platform/kinds/personal-data.ts";
import { slices } from "../../../slices.ts";

const server = serverForFile({ patience: { postedMs: 0 } });

/** A word of the person, which no other text has: of the name, the address or what they wrote. */
const canaries = (mark: string) => ({
  name: `Zephyrine${mark} Quill${mark}`,
  mail: `z.${mark}.canary@example.test`,
  words: `xantho${mark}`,
});
type Canaries = ReturnType<typeof canaries>;

interface Company {
  ada: Writer;
  ben: Writer;
  root: SignedIn;
  channelId: string;
  own: Canaries;
}

/** A person who has left traces everywhere, a colleague who wrote about them, and a super administrator. */
async function createCompany(mark: string): Promise<Company> {
  const { db } = server;
  const own = canaries(mark);
  const roles = ["user", `writer ${mark}`];
  await createRole(db, { name: `writer ${mark}`, permissions: ["knowledge:write"] });
  const ada = await createWriter(server, own.name, { roles, departments: ["DevOps"] });
  await sql`UPDATE accounts SET email = ${own.mail} WHERE id = ${ada.id}`.execute(db);
  const ben = await createWriter(server, `Ben ${mark}`, { roles, departments: ["DevOps"] });
  const root = await server.signIn(await createPerson(db, { name: `Root ${mark}`, roles: ["super_admin"] }));
  const { id: channelId } = await createChannel(db, {
    ...{ name: `place-${mark}`, type: "PUBLIC" as const },
    members: [ada.user, ben.user],
  });
  const post = (from: SignedIn, content: string, attachmentIds: string[] = []) =>
    from.client.call(chatRoutes.postMessage, {
      params: { channelId },
      body: { id: uuidv7(), content, attachmentIds },
    });
  const note = await upload(server, ada, { name: `${own.name} ${own.words}.txt`, content: own.words });
  const picture = await upload(server, ada, { name: `${own.name}.png`, content: await pngOf(400, 400) });
  await post(ada, `The ${own.words} of mine`, [note.id, picture.id]);
  await post(ben, `Ask @${own.name}, or write to ${own.mail}.`);
  await upload(server, ada, { name: `${own.words} unsent.txt`, content: own.words });
  await db
    .insertInto("drafts")
    .values({ user_id: ada.id, subject: `channel/${channelId}`, content: `A draft of ${own.words}` })
    .execute();
  const taskId = await createTaskRow(db, ada.id, {
    ...{ title: `Task ${own.words}`, description: `Of ${own.words}` },
  });
  await createTaskRow(db, ben.id, { description: `For @${own.name} by hand` });
  const subject = { kind: "task" as const, id: taskId };
  await commenterOf(ada).comment(subject, `A remark of ${own.words}`);
  await db
    .insertInto("comments")
    .values({
      ...{ id: uuidv7(), subject_kind: "task", subject_id: taskId, author_id: ben.id },
      ...{ content: `@${own.name} done`, sent_hash: Buffer.alloc(0) },
      mentions: JSON.stringify([{ id: ada.id, name: own.name }]),
    })
    .execute();
  await ada.write({ title: `Page ${own.words}`, body: `Text ${own.words}` });
  await ada.create({ title: `Unfinished ${own.words}`, body: `Not yet ${own.words}` });
  await ben.create({ title: "A guide", body: `Written with ${own.name} in spring` });
  const boardId = await createBoardOf(ben);
  await (await openCanvasOf(ada, boardId)).add({ kind: "note", text: `Note by ${own.name}` });
  await (await openCanvasOf(ben, boardId)).add({ kind: "note", text: `Idea of ${own.name}` });
  await db
    .insertInto("saved_searches")
    .values({
      ...{ id: uuidv7(), user_id: ben.id, name: own.name, sent_hash: Buffer.alloc(0) },
      address: `/search?q=${encodeURIComponent(own.name).replaceAll("%20", "+")}`,
    })
    .execute();
  await db
    .insertInto("missed_searches")
    .values({ words: own.name.toLowerCase(), week: "2026-11-30", searcher: Buffer.from(mark) })
    .execute();
  await root.client.call(administrationRoutes.disableUser, { params: { userId: ada.id } });
  await everybodyNotified(db);
  return { ada, ben, root, channelId, own };
}

const start = (from: SignedIn, personId: string, keepsTexts: boolean, name: string) =>
  from.client.call(routes.startErasure, {
    body: { id: uuidv7(), personId, keepsTexts, name, currentPassword: testPassword },
  });
const refused = async (from: SignedIn, personId: string, name: string, currentPassword = testPassword) =>
  (
    await from.client.refused(routes.startErasure, {
      body: { id: uuidv7(), personId, keepsTexts: true, name, currentPassword },
    })
  ).body.error.code;
const stateOf = async (from: SignedIn, personId: string) =>
  (await from.client.call(routes.listErasures, { query: {} })).items.find((one) => one.personId === personId);
const settled = (from: SignedIn, personId: string) =>
  expect.poll(async () => (await stateOf(from, personId))?.state, { timeout: 60_000 }).toBe("done");

const isNotLog = (place: string) => !place.startsWith("audit_log.");

/** The tables except for the audit log, and the names and contents of files, that have a word. */
async function findInAll(word: string): Promise<string[]> {
  const found = (await findEverywhere(server, word.toLowerCase())).filter(isNotLog);
  const paths = await readdir(server.filesFolder, { recursive: true, withFileTypes: true });
  for (const entry of paths) {
    const path = join(entry.parentPath, entry.name);
    const content = entry.isFile() ? await readFile(path, "latin1") : "";
    if (`${path}\n${content}`.toLowerCase().includes(word.toLowerCase())) found.push(path);
  }
  return found;
}

test("each slice says how the rows of a person are erased: a foreign key deletes those that go with the account", async () => {
  const all = erasedTables(slices.flatMap(({ personalData = [] }) => personalData));
  const { rows } = await sql<{ table: string; target: string; rule: string }>`
    SELECT conrelid::regclass::text AS "table", confrelid::regclass::text AS target, confdeltype AS rule
    FROM pg_constraint WHERE contype = 'f' AND confrelid IN ('profiles'::regclass, 'accounts'::regclass)`.execute(
    server.db,
  );
  const unsaid = rows.filter(
    (key) => key.target === "profiles" && key.rule === "a" && !all.some(({ table }) => table === key.table),
  );
  // Tables with the ID of somebody who did something, which is the ID of a profile without a name then.
  expect(unsaid.map(({ table }) => table).toSorted()).toEqual([
    ...["card_conversions", "card_hooks", "card_sequences", "dashboard_defaults", "erasures", "erasures"],
    "event_reminders_sent",
  ]);
  const cascading = new Set(
    rows.filter(({ rule }) => rule === "c" || rule === "n").map(({ table }) => table),
  );
  // These are rows of sessions, conversations, onboardings and entries in directories that go with the account.
  const indirect = ["ask_turns", "directory_members", "feeds", "onboarding_items", "personal_tokens"];
  expect(
    all
      .filter(({ table, rule }) => rule === "account" && table !== "accounts" && !cascading.has(table))
      .map(({ table }) => table)
      .toSorted(),
  ).toEqual([...indirect, "program_connections"]);
});

describe("an erasure", () => {
  test("leaves nothing of a person in tables, files and the search, if the company keeps nothing", async () => {
    const { ada, ben, root, channelId, own } = await createCompany("aa");
    expect(await findInAll(own.words)).not.toEqual([]);
    await start(root, ada.id, false, own.name);
    await settled(root, ada.id);
    await everybodyNotified(server.db);
    for (const word of [own.words, "zephyrineaa", "quillaa", "aa.canary"])
      expect(await findInAll(word)).toEqual([]);
    const { messages } = await ben.client.call(chatRoutes.listMessages, { params: { channelId }, query: {} });
    expect(messages.map(({ content }) => content)).toEqual([
      "Ask @Former colleague, or write to erased@erased.invalid.",
    ]);
    expect(await root.client.call(auditRoutes.verifyEntries, {})).toMatchObject({ firstBroken: null });
    expect(await stateOf(root, ada.id)).toMatchObject({ state: "done", keepsTexts: false, failure: null });
  });

  test("keeps what the person wrote without their name, if the company keeps it", async () => {
    const { ada, ben, root, channelId, own } = await createCompany("bb");
    const before = await server.db
      .selectFrom("channels")
      .select("head")
      .where("id", "=", channelId)
      .executeTakeFirstOrThrow();
    await start(root, ada.id, true, own.name);
    await settled(root, ada.id);
    await everybodyNotified(server.db);
    for (const word of ["zephyrinebb", "quillbb", "bb.canary"]) expect(await findInAll(word)).toEqual([]);
    const { messages } = await ben.client.call(chatRoutes.listMessages, { params: { channelId }, query: {} });
    expect(messages).toMatchObject([
      {
        content: `The ${own.words} of mine`,
        author: { id: ada.id, name: "Former colleague", avatar: null },
        attachments: [
          { originalName: `Former colleague ${own.words}.txt` },
          { originalName: "Former colleague.png" },
        ],
      },
      { content: "Ask @Former colleague, or write to erased@erased.invalid." },
    ]);
    // Browsers that were away hear of the new text.
    const missed = await ben.client.call(chatRoutes.listChanges, {
      params: { channelId },
      query: { since: before.head },
    });
    expect(JSON.stringify(missed)).toContain("Ask @Former colleague");
    expect(await root.client.call(auditRoutes.verifyEntries, {})).toMatchObject({ firstBroken: null });
    const unsent = await findInAll(`${own.words} unsent`);
    expect(unsent).toEqual([]);
  });

  test("is refused for the wrong name, people who can sign in, and by others than super administrators", async () => {
    const { ada, ben, root, own } = await createCompany("cc");
    const admin = await server.signIn(await createPerson(server.db, { roles: ["admin"] }));
    expect(await refused(root, ada.id, "Zephyrine")).toBe("erasure_name_wrong");
    expect(await refused(root, ada.id, own.name, "wrong password")).toBe("current_password_wrong");
    expect(await refused(root, ben.id, "Ben cc")).toBe("person_not_erasable");
    expect(await refused(root, root.user.id, root.user.name)).toBe("person_not_erasable");
    expect(await refused(root, uuidv7(), "Nobody")).toBe("person_not_found");
    expect(await refused(admin, ada.id, own.name)).toBe("forbidden");
    const people = async () =>
      (await root.client.call(routes.findErasable, { query: { search: "quillcc" } })).people;
    expect(await people()).toEqual([{ id: ada.id, name: own.name, email: own.mail }]);
    const { parts } = await root.client.call(routes.previewErasure, { params: { personId: ada.id } });
    expect(parts).toEqual(
      expect.arrayContaining([
        { title: "Messages", count: 1, outcome: "written" },
        { title: "Drafts", count: 1, outcome: "deleted" },
      ]),
    );
    await start(root, ada.id, true, own.name);
    expect(await people()).toEqual([]);
    expect(await refused(root, ada.id, "Former colleague")).toBe("person_erased");
    await settled(root, ada.id);
  });

  test("waits for legal holds of the person, and of channels that they wrote in", async () => {
    const { ada, root, channelId, own } = await createCompany("dd");
    const hold = async (personIds: string[], channelIds: string[]) => {
      const id = uuidv7();
      const names = { id, name: "Case", reason: "A court asked.", from: null, until: null };
      await root.client.call(retentionRoutes.createHold, { body: { ...names, personIds, channelIds } });
      return () =>
        sql`UPDATE legal_holds SET ended_at = now() - interval '25 hours' WHERE id = ${id}`.execute(
          server.db,
        );
    };
    for (const [personIds, channelIds] of [
      [[ada.id], []],
      [[], [channelId]],
    ] as const) {
      const end = await hold([...personIds], [...channelIds]);
      expect(await refused(root, ada.id, own.name)).toBe("person_held");
      await end();
    }
    // Once an account is deleted, only the audit log has its address.
    await root.client.call(administrationRoutes.deleteUser, { params: { userId: ada.id }, body: {} });
    await start(root, ada.id, true, own.name);
    await settled(root, ada.id);
    for (const word of ["quilldd", "dd.canary"])
      expect((await findInAll(word)).filter((place) => !place.startsWith("legal_hold"))).toEqual([]);
  });

  test("stops when a legal hold comes, tells its administrator, and goes on where it was when the hold is over", async () => {
    const { ada, root, own } = await createCompany("gg");
    const { db } = server;
    const holdId = uuidv7();
    await db.transaction().execute(async (tx) => {
      // The erasure waits for this table.
      await sql`LOCK TABLE article_versions IN ACCESS EXCLUSIVE MODE`.execute(tx);
      await start(root, ada.id, true, own.name);
      await db
        .insertInto("legal_holds")
        .values({
          ...{ id: holdId, name: "Case", reason: "A court asked.", person_ids: [ada.id] },
          ...{ created_by: root.user.id, sent_hash: Buffer.alloc(0) },
        })
        .execute();
    });
    await expect.poll(async () => (await stateOf(root, ada.id))?.state, { timeout: 60_000 }).toBe("failed");
    const stopped = await stateOf(root, ada.id);
    expect(stopped).toMatchObject({ failure: "held" });
    const inbox = async () => {
      await everybodyNotified(db);
      const { items } = await root.client.call(notificationRoutes.listNotifications, { query: {} });
      return items.map(({ title }) => title);
    };
    expect(await inbox()).toContain("The erasure of a person has stopped.");
    const params = { erasureId: stopped?.id ?? "" };
    const refusal = await root.client.refused(routes.retryErasure, { params });
    expect(refusal.body.error.code).toBe("person_held");
    await sql`UPDATE legal_holds SET ended_at = now() - interval '25 hours' WHERE id = ${holdId}`.execute(db);
    await root.client.call(routes.retryErasure, { params });
    await settled(root, ada.id);
    expect(await inbox()).toContain("The erasure of a person is done.");
    for (const word of ["quillgg", "gg.canary"]) expect(await findInAll(word)).toEqual([]);
  });

  test("leaves the audit log as it is, and shows its readers no name, address or way to find the person by name", async () => {
    const { ada, root, own } = await createCompany("ff");
    const { db } = server;
    const hashes = () => db.selectFrom("audit_log").select(["number", "hash"]).orderBy("number").execute();
    const before = await hashes();
    const list = async (query: object) => (await root.client.call(auditRoutes.listEntries, { query })).items;
    expect(await list({ search: own.name })).not.toEqual([]);
    await start(root, ada.id, true, own.name);
    await settled(root, ada.id);
    expect((await hashes()).slice(0, before.length)).toEqual(before);
    expect(await root.client.call(auditRoutes.verifyEntries, {})).toMatchObject({ firstBroken: null });
    expect(await list({ search: own.name })).toEqual([]);
    const about = [...(await list({ actorId: ada.id })), ...(await list({ subjectId: ada.id }))];
    expect(about).toContainEqual(
      expect.objectContaining({ actor: { id: ada.id, name: "Former colleague" }, address: "" }),
    );
    expect(JSON.stringify(about)).not.toMatch(/quillff|ff\.canary/i);
    const { actors } = await root.client.call(auditRoutes.listActors, { query: { search: "" } });
    expect(actors).toContainEqual({ id: ada.id, name: "Former colleague", isGone: true });
    for (const change of [sql`actor_name = 'Somebody else'`, sql`action = 'session.ended'`])
      await expect(
        db.transaction().execute(async (tx) => {
          await sql`SELECT set_config('atoll.erasure', 'by hand', true)`.execute(tx);
          await sql`UPDATE audit_log SET ${change} WHERE actor_id = ${ada.id}`.execute(tx);
        }),
      ).rejects.toThrow("the audit log is only added to");
  });

  test("is done again at the start of a server whose database knows nothing of it, as after a restore", async () => {
    const { ada, root, own } = await createCompany("ee");
    const dataFolder = await mkdtemp(join(tmpdir(), "atoll-erasures-"));
    const erasure = { id: uuidv7(), personId: ada.id, keepsTexts: false, at: "2026-11-30T10:00:00.000Z" };
    const ofOther = { ...erasure, id: uuidv7(), personId: uuidv7() };
    const lines = [ofOther, erasure].map((one) => `${JSON.stringify(one)}\n`).join("");
    await writeFile(join(dataFolder, "erasures.jsonl"), `${lines}{"id":`);
    const restored = await startTestServer({ databaseUrl: server.databaseUrl, dataFolder });
    const left = await restored.db.selectFrom("profiles").select("name").where("id", "=", ada.id).execute();
    expect(left).toEqual([{ name: "Former colleague" }]);
    expect(await restored.db.selectFrom("accounts").select("id").where("id", "=", ada.id).execute()).toEqual(
      [],
    );
    await enqueueJob(restored, "personal-data.resume-erasures");
    await settled(root, ada.id);
    expect(await stateOf(root, ada.id)).toMatchObject({ id: erasure.id, requestedBy: null });
    await restored.close();
    for (const word of [own.words, "zephyrineee", "quillee", "ee.canary"])
      expect((await findEverywhere(server, word)).filter(isNotLog)).toEqual([]);
    await rm(dataFolder, { recursive: true, force: true });
  });
});
