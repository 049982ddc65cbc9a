import { chatRoutes } from "@atoll/contract/chat/routes";
import type { ErrorBody } from "@atoll/contract/errors/error-body";
import { fileRoutes } from "@atoll/contract/files/routes";
import { uuidv7 } from "uuidv7";
import { afterAll, expect, test } from "vitest";
import { startFileWorld } from "../../../test/file-world.ts";
import type { SignedIn } from "../../../test/harness.ts";
import { refusedUpload, upload } from "../../../test/upload.ts";

const maxBytesPerPerson = 10 * 1024;
const { server, ana, ben, post, everything } = await startFileWorld({ maxBytesPerPerson });
afterAll(() => server.close());

const ofSize = (kilobytes: number) => ({ name: "data.bin", content: new Uint8Array(kilobytes * 1024) });

test("a person's files have a total limit, and an upload beyond it is refused", async () => {
  const first = await upload(server, ana, ofSize(4));
  const { message } = await post(ana, [await upload(server, ana, ofSize(4))]);
  const before = await everything();
  expect(await refusalOf(ana, ofSize(3))).toEqual([
    507,
    "Your files use 8 KB of your 10 KB. Delete messages with files that are no longer needed, then try again.",
  ]);
  expect(await everything()).toEqual(before);
  // Other people have their own quota.
  await upload(server, ben, ofSize(10));
  expect(await refusedUpload(server, ben, ofSize(1))).toBe("507 storage_quota");

  // Deleting an unsent file, or a message with one, frees its space at once.
  await ana.client.call(fileRoutes.deleteAttachment, { params: { attachmentId: first.id } });
  const third = await upload(server, ana, ofSize(6));
  expect(await refusedUpload(server, ana, ofSize(1))).toBe("507 storage_quota");
  await ana.client.call(chatRoutes.deleteMessage, { params: { messageId: message.id } });
  await ana.client.call(fileRoutes.deleteAttachment, { params: { attachmentId: third.id } });
  await upload(server, ana, ofSize(10));
});

test("concurrent uploads cannot exceed the limit", async () => {
  await server.db.deleteFrom("files").execute();
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(ana, ofSize(3))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 507, 507, 507, 507, 507]);
});

test("deleting a message's row discards its files", async () => {
  await server.db.deleteFrom("files").execute();
  const { message } = await post(ana, [await upload(server, ana, ofSize(9))]);
  await server.db.deleteFrom("messages").where("id", "=", message.id).execute();
  const row = await server.db.selectFrom("files").select("discarded_at").executeTakeFirstOrThrow();
  expect(row.discarded_at).not.toBeNull();
  await upload(server, ana, ofSize(9));
});

test("refuses an upload for an unknown kind", async () => {
  for (const kind of ["moon", "message ", "__proto__", ""])
    expect([kind, (await send(ana, ofSize(1), `?kind=${encodeURIComponent(kind)}`)).status]).toEqual([
      kind,
      403,
    ]);
  await server.db.deleteFrom("files").execute();
  expect((await send(ana, ofSize(1), "?kind=message")).status).toBe(201);
  // A file of an unknown kind is readable by nobody, not even its owner.
  await server.db.updateTable("files").set({ subject_kind: "moon", subject_id: uuidv7() }).execute();
  const { id } = await server.db.selectFrom("files").select("id").executeTakeFirstOrThrow();
  const { links } = await ana.client.call(fileRoutes.createAttachmentLinks, { body: { ids: [id] } });
  expect(links).toEqual([]);
});

async function refusalOf(by: SignedIn, file: ReturnType<typeof ofSize>) {
  const answer = await send(by, file);
  return [answer.status, ((await answer.json()) as ErrorBody).error.message];
}

function send(by: SignedIn, { name, content }: ReturnType<typeof ofSize>, search = ""): Promise<Response> {
  const form = new FormData();
  form.append("file", new File([content], name));
  return fetch(new URL(`/api/attachments${search}`, server.url), {
    method: "POST",
    headers: { authorization: `Bearer ${by.session.accessToken}` },
    body: form,
  });
}
