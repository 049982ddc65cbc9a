import type { Subject } from "@atoll/contract/comments/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { createDraftRights } from "../../../test/documents/draft-kind.ts";
import { chattersForFile, serverForFile } from "../../../test/for-file.ts";
import { enqueueJob } from "../../../test/run-job.ts";
import { compactDocuments } from "./compact-documents.ts";
import { openDocument, readDocument } from "./public.ts";
import { listUnplaced } from "./unplaced-texts.ts";

const drafts = createDraftRights();
const server = serverForFile({ documentKinds: [drafts.kind] });
const [ana] = chattersForFile(server, ["Ana"]);

/** A draft with so many updates that change nothing, the last of them written some minutes ago. */
async function draftWith(updates: number, { minutes = 0, extraBytes = 0 } = {}): Promise<Subject> {
  const subject = { kind: "testdraft" as const, id: uuidv7() };
  const { epoch } = await openDocument(server.db, subject, "Trim the sails.");
  await sql`INSERT INTO document_updates (epoch, sequence, content)
    SELECT ${epoch}, n, '\\x0000' FROM generate_series(1, ${updates}::int) n`.execute(server.db);
  await sql`UPDATE documents SET sequence = ${updates}, size_bytes = size_bytes + ${extraBytes},
    changed_at = now() - make_interval(mins => ${minutes}) WHERE epoch = ${epoch}`.execute(server.db);
  return subject;
}

async function updatesOf({ id }: Subject): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(u.*)::int AS count FROM documents d
    LEFT JOIN document_updates u USING (epoch) WHERE d.subject_id = ${id}`.execute(server.db);
  return rows[0]?.count ?? -1;
}

test("merges what has grown long: many updates once they rest, very many or large ones at once", async () => {
  const resting = await draftWith(201, { minutes: 61 });
  const few = await draftWith(200, { minutes: 61 });
  const young = await draftWith(201, { minutes: 59 });
  const many = await draftWith(5_001);
  const large = await draftWith(2, { extraBytes: 256 * 1024 + 1 });
  await compactDocuments(server.db);
  expect(await Promise.all([resting, few, young, many, large].map(updatesOf))).toEqual([0, 200, 201, 0, 0]);
  for (const draft of [resting, many, large])
    expect(await readDocument(server.db, draft)).toMatchObject({ markdown: "Trim the sails.\n", lost: [] });
  expect((await readDocument(server.db, many))?.sequence).toBe(5_001);
});

test("counts the size again, so that a draft is not merged again and again", async () => {
  const large = await draftWith(2, { extraBytes: 256 * 1024 + 1 });
  await compactDocuments(server.db);
  const { size_bytes, bytes } = await server.db
    .selectFrom("documents")
    .select(["size_bytes", sql<number>`octet_length(snapshot)`.as("bytes")])
    .where("subject_id", "=", large.id)
    .executeTakeFirstOrThrow();
  expect(Number(size_bytes)).toBe(bytes);
});

test("stops between two drafts when the server is stopped, and merges the others at the next run", async () => {
  const stopped = await draftWith(5_001);
  await expect(compactDocuments(server.db, AbortSignal.abort())).rejects.toThrow();
  expect(await updatesOf(stopped)).toBe(5_001);
  await compactDocuments(server.db);
  expect(await updatesOf(stopped)).toBe(0);
});

test("deletes unplaced words after 90 days, in the job", async () => {
  const subject = { kind: "testdraft" as const, id: uuidv7() };
  const keep = async (text: string, days: number) =>
    sql`INSERT INTO unplaced_texts (id, user_id, subject_kind, subject_id, text, created_at)
      VALUES (${uuidv7()}, ${ana?.id}, ${subject.kind}, ${subject.id}, ${text}, now() - make_interval(days => ${days}))`.execute(
      server.db,
    );
  await keep("Of last year", 91);
  await keep("Of last month", 89);
  await enqueueJob(server, "documents.compact");
  const texts = async () => (await listUnplaced(server.db, subject, ana?.id ?? "")).map(({ text }) => text);
  await expect.poll(texts, { timeout: 60_000 }).toEqual(["Of last month"]);
});
