import { readdir, readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { fileRoutes } from "@atoll/contract/files/routes";
import { uuidv7 } from "uuidv7";
import { afterAll, describe, expect, test } from "vitest";
import { createPerson } from "../../../test/factories.ts";
import { linkOf, linksOf, note, pngOf, startFileWorld, uniqueText } from "../../../test/file-world.ts";
import { type SignedIn, startTestServer } from "../../../test/harness.ts";
import { refusedUpload, upload } from "../../../test/upload.ts";
import { AppError } from "../../platform/app-error.ts";
import { messageFiles } from "../chat/message-files.ts";
import { sweepFiles } from "./sweep-files.ts";

const maxFileBytes = 1024 * 1024;

const { server, ana, ben, outsider, noChat, channelId, everything, post, read, textOf } =
  await startFileWorld({ maxFileBytes });
afterAll(() => server.close());

describe("uploading", () => {
  test("stores the file under its owner's key, readable only to them until it is sent", async () => {
    const content = uniqueText();
    const attachment = await upload(server, ana, { name: "plan.txt", content, type: "image/png" });
    expect(attachment).toEqual({
      id: expect.any(String),
      filename: expect.stringMatching(/^\d{13}-[0-9a-f]{16}-plan\.txt$/),
      originalName: "plan.txt",
      mimeType: "text/plain",
      sizeBytes: content.length,
      width: null,
      height: null,
      preview: "text",
      hasThumbnail: false,
    });
    const key = `public/${ana.user.id}/${attachment.filename}`;
    expect(await readFile(join(server.filesFolder, messageFiles.bucket, key), "utf8")).toBe(content);
    expect(await textOf(ana, attachment.id)).toBe(content);
    expect(await linksOf(ben, attachment.id)).toEqual([]);
  });

  test("belongs to the message once that is sent, with the others in order", async () => {
    const files = await Promise.all(
      ["b.txt", "a.txt", "c.txt"].map((name) => upload(server, ana, { ...note, name })),
    );
    const { message } = await post(ana, files);
    expect(message.attachments).toEqual(files);
    const page = await ben.client.call(chatRoutes.listMessages, { params: { channelId }, query: {} });
    expect(page.messages.at(-1)).toEqual(message);
    for (const { id } of files) expect(await textOf(ben, id)).toBe(note.content);
    expect(await linksOf(outsider, ...files.map(({ id }) => id))).toEqual([]);
  });

  test("a file is sent once, and only by the person who uploaded it", async () => {
    const [mine, sent] = [await upload(server, ana, note), await upload(server, ana, note)];
    await post(ana, [sent]);
    for (const [who, file] of [
      [ben, mine],
      [ana, sent],
    ] as const) {
      const refusal = await who.client.refused(chatRoutes.postMessage, {
        params: { channelId },
        body: { id: uuidv7(), content: "", attachmentIds: [file.id] },
      });
      expect([refusal.status, refusal.body.error.code]).toEqual([404, "attachment_not_found"]);
    }
  });

  test("needs a session and team chat", async () => {
    const form = new FormData();
    form.append("file", new File(["x"], "x.txt"));
    const answer = await fetch(new URL("/api/attachments", server.url), { method: "POST", body: form });
    expect(answer.status).toBe(401);
    expect(await refusedUpload(server, noChat, note)).toBe("403 forbidden");
  });

  test("nothing, an empty file and a file over the limit are refused", async () => {
    for (const options of [
      { raw: "{}" },
      { raw: "x", headers: { "content-type": "text/plain" } },
      {},
      { raw: "--b\r\ncontent-disposition: form-data; name=a\r\n\r\nb\r\n--b--\r\n", headers: multipart("b") },
    ]) {
      const answer = await ana.client.send("POST", "/api/attachments", options);
      expect([answer.status, answer.body]).toMatchObject([400, { error: { code: "file_missing" } }]);
    }
    expect(await refusedUpload(server, ana, { name: "empty.txt", content: "" })).toBe("400 file_empty");
    const exact = await upload(server, ana, { name: "exact", content: new Uint8Array(maxFileBytes) });
    expect(exact.sizeBytes).toBe(maxFileBytes);
    for (const tooMany of [1, 100_000]) {
      const content = new Uint8Array(maxFileBytes + tooMany);
      expect(await refusedUpload(server, ana, { name: "large", content })).toBe("413 file_too_large");
    }
    expect(await server.anyone.send("GET", "/api/workspace")).toMatchObject({ body: { maxFileBytes } });
  });

  test.each([
    ["no form", "this is no form", "b"],
    ["a form that ends early", "--b\r\ncontent-disposition: form-data; name=f; filename=f\r\n\r\nabc", "b"],
    ["a part that ends early", "--b\r\ncontent-disposition: form-data; name=f; filename=f\r\n\r\n", "b"],
    [
      "a reserved field",
      '--b\r\ncontent-disposition: form-data; name="__proto__"; filename=f\r\n\r\nabc\r\n--b--\r\n',
      "b",
    ],
    ["no boundary", "--b--", ""],
  ])("%s is refused and leaves nothing", async (_name, raw, boundary) => {
    const before = await everything();
    const answer = await ana.client.send("POST", "/api/attachments", { raw, headers: multipart(boundary) });
    expect(answer.status).toBe(400);
    expect(await everything()).toEqual(before);
  });

  test("leaves no row and no file when the upload breaks off", async () => {
    const before = await everything();
    await cutUpload(ana, "half of it");
    // The server is done with it when the next one is.
    await expect.poll(incoming).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test("stores twenty files of concurrent uploads", async () => {
    const contents = Array.from({ length: 20 }, uniqueText);
    const files = await Promise.all(
      contents.map((content) => upload(server, ana, { name: "same.txt", content })),
    );
    expect(new Set(files.map(({ filename }) => filename)).size).toBe(20);
    expect(await Promise.all(files.map(({ id }) => textOf(ana, id)))).toEqual(contents);
  });

  test("reports a full disk and leaves nothing behind", async () => {
    let isFull = true;
    const other = await startTestServer({
      breakFiles: (files) => ({
        ...files,
        async stage(...given) {
          const staged = await files.stage(...given);
          return {
            ...staged,
            keepAs: (place) => (isFull ? Promise.reject(new AppError("storage_full")) : staged.keepAs(place)),
          };
        },
      }),
    });
    try {
      const person = await other.signIn(await createPerson(other.db));
      expect(await refusedUpload(other, person, note)).toBe("507 storage_full");
      expect(await readdir(join(other.filesFolder, "incoming"))).toEqual([]);
      expect(await sweepFiles(other)).toBe(1);
      isFull = false;
      await upload(other, person, note);
      const rows = await other.db.selectFrom("files").select("id").execute();
      expect(rows).toHaveLength(1);
    } finally {
      await other.close();
    }
  });
});

describe("deleting an upload", () => {
  test("deletes an unsent file of one's own", async () => {
    const file = await upload(server, ana, { name: "photo.png", content: await pngOf(1000, 900) });
    const link = await linkOf(ana, file.id);
    expect(file.hasThumbnail).toBe(true);
    const before = await everything();
    await ana.client.call(fileRoutes.deleteAttachment, { params: { attachmentId: file.id } });
    await expect.poll(async () => (await everything()).files).toHaveLength(before.files.length - 2);
    expect((await read(link.url)).status).toBe(404);
    expect(await linksOf(ana, file.id)).toEqual([]);
  });

  test("is refused for the file of another person, a sent or missing one, and without a session", async () => {
    const [unsent, sent] = [await upload(server, ana, note), await upload(server, ana, note)];
    await post(ana, [sent]);
    for (const [who, id, code] of [
      [ben, unsent.id, "attachment_not_found"],
      [ana, sent.id, "attachment_not_found"],
      [ana, uuidv7(), "attachment_not_found"],
      [noChat, unsent.id, "attachment_not_found"],
      [server, unsent.id, "not_authenticated"],
    ] as const) {
      const client = "client" in who ? who.client : who.anyone;
      const refusal = await client.refused(fileRoutes.deleteAttachment, { params: { attachmentId: id } });
      expect(refusal.body.error.code).toBe(code);
    }
    expect(await textOf(ana, unsent.id)).toBe(note.content);
  });
});

function incoming(): Promise<string[]> {
  return readdir(join(server.filesFolder, "incoming"));
}

/** Sends the beginning of an upload, waits until it is on the disk, and closes the connection. */
async function cutUpload(who: SignedIn, part: string): Promise<void> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    [
      "POST /api/attachments HTTP/1.1",
      `host: ${hostname}`,
      `authorization: Bearer ${who.session.accessToken}`,
      "content-type: multipart/form-data; boundary=b",
      "content-length: 100000",
      "",
      '--b\r\ncontent-disposition: form-data; name="file"; filename="half.txt"',
      "",
      part,
    ].join("\r\n"),
  );
  await expect.poll(incoming).toHaveLength(1);
  socket.destroy();
}

function multipart(boundary: string): Record<string, string> {
  return { "content-type": `multipart/form-data${boundary && `; boundary=${boundary}`}` };
}
