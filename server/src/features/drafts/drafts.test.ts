import { draftMaxLength, maxDrafts } from "@atoll/contract/drafts/limits";
import { draftRoutes } from "@atoll/contract/drafts/routes";
import type { Draft } from "@atoll/contract/drafts/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeEach, expect, test } from "vitest";
import { type Chatter, codeOf } from "../../../test/chatter.ts";
import { createChannel } from "../../../test/factories.ts";
import { chattersForFile, sharedServer } from "../../../test/for-file.ts";

const server = sharedServer();
const [ana, ben] = chattersForFile(server, ["Ana", "Ben"]);
let subject: string;

beforeEach(() => {
  subject = `channel/${uuidv7()}`;
});

test("a draft is personal, one for each subject, and known on all devices", async () => {
  const [phone, toBen] = [await server.connect(ana!), await server.connect(ben!)];
  const thread = `thread/${uuidv7()}/${uuidv7()}`;
  const before = await list(ana!);
  await keep(ana!, "I was about to sa");
  await keep(ana!, "In the thread", thread);
  await keep(ana!, "I was about to say  ");
  const drafts = await list(ana!);
  expect(drafts.map((draft) => [draft.subject, draft.content])).toEqual([
    [subject, "I was about to say  "],
    [thread, "In the thread"],
    ...before.map((draft) => [draft.subject, draft.content]),
  ]);
  const told = [];
  for (let index = 0; index < 3; index += 1) told.push((await phone.next("draft.changed")).draft);
  // The state before, with the events applied, equals a refetch.
  expect(told.reduce(apply, before)).toEqual(drafts);
  expect(await list(ben!)).toEqual([]);
  expect(toBen.received).toEqual([]);
});

test("an empty draft is deleted and broadcast once, and saving the same text is not broadcast", async () => {
  const phone = await server.connect(ana!);
  const before = await list(ana!);
  for (const content of ["Hm", "Hm", "", "", "The end"]) await keep(ana!, content);
  const told: Draft[] = [];
  for (let index = 0; index < 3; index += 1) told.push((await phone.next("draft.changed")).draft);
  expect(told.map(({ content }) => content)).toEqual(["Hm", "", "The end"]);
  expect(told.map(({ updatedAt }) => updatedAt)).toEqual(told.map(({ updatedAt }) => updatedAt).toSorted());
  expect(told.reduce(apply, before)).toEqual(await list(ana!));
});

test("keeps one of two drafts written at the same time", async () => {
  const texts = Array.from({ length: 8 }, (_, index) => `Version ${index}`);
  await Promise.all(texts.map((text) => keep(ana!, text)));
  const drafts = (await list(ana!)).filter((draft) => draft.subject === subject);
  expect(drafts).toHaveLength(1);
  expect(texts).toContain(drafts[0]?.content);
});

test("a draft stays when its author may no longer read the subject, and reveals nothing about it", async () => {
  const { id } = await createChannel(server.db, { type: "PUBLIC", members: [ana!, ben!] });
  await keep(ana!, "Typed while I was in", `channel/${id}`);
  await ana!.leave(id);
  const [draft] = await list(ana!);
  expect(draft).toEqual({
    subject: `channel/${id}`,
    content: "Typed while I was in",
    updatedAt: expect.any(String),
  });
});

test("only the most recently changed drafts are kept", async () => {
  await sql`INSERT INTO drafts (user_id, subject, content, updated_at)
    SELECT ${ben!.id}, 'article/' || gen_random_uuid(), 'Draft ' || n, '2025-01-01'::timestamptz + n * interval '1 hour'
    FROM generate_series(1, ${maxDrafts}::int) n`.execute(server.db);
  await keep(ben!, "One more");
  const { rows } = await sql<{ content: string }>`SELECT content FROM drafts
    WHERE user_id = ${ben!.id} ORDER BY updated_at`.execute(server.db);
  expect(rows).toHaveLength(maxDrafts);
  expect([rows[0]?.content, rows.at(-1)?.content]).toEqual(["Draft 2", "One more"]);
  expect((await list(ben!)).map(({ content }) => content)).toEqual(
    rows.map(({ content }) => content).toReversed(),
  );
});

test("is refused without a subject, too long, and without a session", async () => {
  const refused = (body: { subject: string; content: string }) =>
    codeOf(ana!.client.refused(draftRoutes.saveDraft, { body }));
  const id = uuidv7();
  for (const named of ["", "channel", `channel/${id}/`, `/${id}`, `channel/${id}/${id}/${id}`, `a b/${id}`])
    expect(await refused({ subject: named, content: "x" })).toBe("invalid_request");
  expect(await refused({ subject, content: "x".repeat(draftMaxLength + 1) })).toBe("invalid_request");
  expect(await refused({ subject, content: "a\u0000b" })).toBe("invalid_request");
  const body = { subject, content: "x" };
  expect((await server.anyone.refused(draftRoutes.saveDraft, { body })).status).toBe(401);
  expect((await server.anyone.refused(draftRoutes.listDrafts, {})).status).toBe(401);
});

function keep(who: Chatter, content: string, about = subject) {
  return who.client.call(draftRoutes.saveDraft, { body: { subject: about, content } });
}

async function list(who: Chatter): Promise<Draft[]> {
  return (await who.client.call(draftRoutes.listDrafts, {})).drafts;
}

/** Applies the event as a device does. */
function apply(drafts: Draft[], draft: Draft): Draft[] {
  const others = drafts.filter((known) => known.subject !== draft.subject);
  return draft.content === "" ? others : [draft, ...others];
}
