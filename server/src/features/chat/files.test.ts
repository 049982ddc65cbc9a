import { readdir, readFile, stat, utimes } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { type Attachment, attachmentBucket } from "@atoll/contract/chat/schemas";
import type { ErrorBody } from "@atoll/contract/error-body";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { sql } from "kysely";
import sharp from "sharp";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createChannel, createPerson, createRole } from "../../../test/factories.ts";
import { type SignedIn, startTestServer, type TestServer } from "../../../test/harness.ts";
import { refusedUpload, upload } from "../../../test/upload.ts";
import { AppError } from "../../platform/app-error.ts";
import { createLog } from "../../platform/log.ts";
import { sweepAttachments } from "./sweep-attachments.ts";

const maxFileBytes = 1024 * 1024;

let server: TestServer;
let ana: SignedIn;
let ben: SignedIn;
let outsider: SignedIn;
let noChat: SignedIn;
let channelId: string;

beforeAll(async () => {
  server = await startTestServer({ maxFileBytes });
  const [first, second] = [
    await createPerson(server.db, { name: "Ana" }),
    await createPerson(server.db, { name: "Ben" }),
  ];
  ({ id: channelId } = await createChannel(server.db, { members: [first, second] }));
  [ana, ben] = [await server.signIn(first), await server.signIn(second)];
  outsider = await server.signIn(await createPerson(server.db, { name: "Otis" }));
  await createRole(server.db, { name: "reader" });
  noChat = await server.signIn(await createPerson(server.db, { name: "Nora", roles: ["reader"] }));
});
afterAll(() => server.close());

const note = { name: "note.txt", content: "Good morning" };
/** Not to be found twice by chance. */
const uniqueText = () => `Words of ${uuidv7()}`;

describe("uploading", () => {
  test("keeps the file under its owner's key, for nobody else until it is sent", async () => {
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
    expect(await readFile(join(server.filesFolder, attachmentBucket, key), "utf8")).toBe(content);
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

  test("a file is sent once, and only by whoever uploaded it", async () => {
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

  test("one that is cut leaves no row and no file", async () => {
    const before = await everything();
    await cutUpload(ana, "half of it");
    // The server is done with it when the next one is.
    await expect.poll(incoming).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test("twenty at once are twenty files", async () => {
    const contents = Array.from({ length: 20 }, uniqueText);
    const files = await Promise.all(
      contents.map((content) => upload(server, ana, { name: "same.txt", content })),
    );
    expect(new Set(files.map(({ filename }) => filename)).size).toBe(20);
    expect(await Promise.all(files.map(({ id }) => textOf(ana, id)))).toEqual(contents);
  });

  test("a full disk is told of and leaves nothing behind", async () => {
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
      expect(await sweepAttachments({ ...other, log: createLog("silent") })).toBe(1);
      isFull = false;
      await upload(other, person, note);
      const rows = await other.db.selectFrom("attachments").select("id").execute();
      expect(rows).toHaveLength(1);
    } finally {
      await other.close();
    }
  });
});

describe("throwing away", () => {
  test("deletes an unsent file of one's own", async () => {
    const file = await upload(server, ana, { name: "photo.png", content: await pngOf(1000, 900) });
    const link = await linkOf(ana, file.id);
    expect(file.hasThumbnail).toBe(true);
    const before = await everything();
    await ana.client.call(chatRoutes.deleteAttachment, { params: { attachmentId: file.id } });
    expect((await everything()).files).toHaveLength(before.files.length - 2);
    expect((await read(link.url)).status).toBe(404);
    expect(await linksOf(ana, file.id)).toEqual([]);
  });

  test("is refused for another's, a sent, a missing one and without team chat", async () => {
    const [unsent, sent] = [await upload(server, ana, note), await upload(server, ana, note)];
    await post(ana, [sent]);
    for (const [who, id, code] of [
      [ben, unsent.id, "attachment_not_found"],
      [ana, sent.id, "attachment_not_found"],
      [ana, uuidv7(), "attachment_not_found"],
      [noChat, unsent.id, "forbidden"],
      [server, unsent.id, "not_authenticated"],
    ] as const) {
      const client = "client" in who ? who.client : who.anyone;
      const refusal = await client.refused(chatRoutes.deleteAttachment, { params: { attachmentId: id } });
      expect(refusal.body.error.code).toBe(code);
    }
    expect(await textOf(ana, unsent.id)).toBe(note.content);
  });
});

describe("links", () => {
  test("are the same for some minutes, and leave out what is missing or not to be read", async () => {
    const [file, hidden] = [await upload(server, ana, note), await upload(server, ben, note)];
    const ask = () =>
      ana.client.call(chatRoutes.createAttachmentLinks, { body: { ids: [file.id, hidden.id, uuidv7()] } });
    const { links, expiresInSeconds } = await ask();
    expect(links.map(({ id }) => id)).toEqual([file.id]);
    expect(expiresInSeconds).toBeGreaterThan(590);
    expect(expiresInSeconds).toBeLessThanOrEqual(900);
    const until = Number(new URL(links[0]!.url, server.url).searchParams.get("until"));
    expect(until % 300).toBe(0);
    const again = (await ask()).links;
    // Unless the five minutes ended just now.
    if (again[0]?.url.includes(`until=${until}`)) expect(again).toEqual(links);
    const refusal = await noChat.client.refused(chatRoutes.createAttachmentLinks, {
      body: { ids: [file.id] },
    });
    expect(refusal.body.error.code).toBe("forbidden");
    for (const ids of [[], Array.from({ length: 101 }, () => uuidv7()), ["x"]]) {
      const bad = await ana.client.refused(chatRoutes.createAttachmentLinks, { body: { ids } });
      expect(bad.body.error.code).toBe("invalid_request");
    }
  });

  test("work only as they were made", async () => {
    const [file, other] = [await upload(server, ana, note), await upload(server, ana, note)];
    const link = new URL((await linkOf(ana, file.id)).url, server.url);
    const changed = (change: (url: URL) => void) => {
      const url = new URL(link);
      change(url);
      return read(url.href);
    };
    const later = Number(link.searchParams.get("until")) + 300;
    const signature = link.searchParams.get("signature")!;
    const [kid, digest] = signature.split(".");
    const wrong: ((url: URL) => void)[] = [
      (url) => url.searchParams.set("signature", `${kid}.${digest!.slice(0, -2)}AA`),
      (url) => url.searchParams.set("signature", `${kid}.`),
      (url) => url.searchParams.set("signature", `${uuidv7()}.${digest}`),
      (url) => url.searchParams.set("signature", "x"),
      (url) => url.searchParams.set("until", String(later)),
      // Another person's, and one of another session of the same person.
      (url) => url.searchParams.set("for", ben.user.id),
      (url) => url.searchParams.set("session", uuidv7()),
      (url) =>
        (url.pathname = url.pathname.replace(file.id, other.id).replace(file.filename, other.filename)),
      (url) => (url.pathname = url.pathname.replace(file.filename, "invoice.pdf")),
    ];
    for (const change of wrong) {
      const answer = await changed(change);
      expect([answer.status, await codeOf(answer)]).toEqual([404, "attachment_not_found"]);
    }
    expect((await changed((url) => url.searchParams.delete("signature"))).status).toBe(400);
    expect((await changed(() => undefined)).status).toBe(200);
    // An access token is no signature, and a signature no token.
    const token = ana.session.accessToken;
    expect((await changed((url) => url.searchParams.set("signature", token.slice(0, 100)))).status).toBe(404);
  });

  test("run out", async () => {
    const file = await upload(server, ana, note);
    const link = new URL((await linkOf(ana, file.id)).url, server.url);
    const { setSystemTime, restore } = await clock();
    try {
      setSystemTime(Number(link.searchParams.get("until")) * 1000 - 2000);
      expect((await read(link.href)).status).toBe(200);
      setSystemTime(Number(link.searchParams.get("until")) * 1000);
      const late = await read(link.href);
      expect([late.status, await codeOf(late)]).toEqual([403, "file_link_expired"]);
    } finally {
      restore();
    }
  });

  test("stop when their owner is no member any more, and come back with them", async () => {
    const file = await upload(server, ana, note);
    await post(ana, [file]);
    const { url } = await linkOf(ben, file.id);
    expect((await read(url)).status).toBe(200);
    await server.db
      .deleteFrom("channel_members")
      .where("channel_id", "=", channelId)
      .where("user_id", "=", ben.user.id)
      .execute();
    try {
      expect((await read(url)).status).toBe(404);
      expect(await linksOf(ben, file.id)).toEqual([]);
    } finally {
      await server.db
        .insertInto("channel_members")
        .values({ channel_id: channelId, user_id: ben.user.id })
        .execute();
    }
    expect((await read(url)).status).toBe(200);
  });

  test("stop with the session, the right to chat and the message", async () => {
    const person = await createPerson(server.db, { name: "Cleo" });
    await server.db
      .insertInto("channel_members")
      .values({ channel_id: channelId, user_id: person.id })
      .execute();
    const [here, there] = [await server.signIn(person), await server.signIn(person)];
    const file = await upload(server, ana, note);
    const { message } = await post(ana, [file]);
    const [linkHere, linkThere] = [await linkOf(here, file.id), await linkOf(there, file.id)];

    await there.client.call(identityRoutes.endSession, {});
    await expect.poll(async () => (await read(linkThere.url)).status).toBe(404);
    expect((await read(linkHere.url)).status).toBe(200);

    const roles = await server.db
      .deleteFrom("user_roles")
      .where("user_id", "=", person.id)
      .returningAll()
      .execute();
    await expect.poll(async () => (await read(linkHere.url)).status).toBe(404);
    await server.db.insertInto("user_roles").values(roles).execute();
    await expect.poll(async () => (await read(linkHere.url)).status).toBe(200);

    await ana.client.call(chatRoutes.deleteMessage, { params: { messageId: message.id } });
    expect((await read(linkHere.url)).status).toBe(404);
    // Not even its owner's any more, nor to be sent again.
    expect(await linksOf(ana, file.id)).toEqual([]);
    const again = await ana.client.refused(chatRoutes.postMessage, {
      params: { channelId },
      body: { id: uuidv7(), content: "", attachmentIds: [file.id] },
    });
    expect(again.body.error.code).toBe("attachment_not_found");
  });

  test("stop when the keys are retired", async () => {
    const { retireSigningKeys } = await import("../identity/signing-keys.ts");
    const other = await startTestServer();
    try {
      const person = await other.signIn(await createPerson(other.db));
      const file = await upload(other, person, note);
      const { links } = await person.client.call(chatRoutes.createAttachmentLinks, {
        body: { ids: [file.id] },
      });
      const status = async () => (await fetch(new URL(links[0]!.url, other.url))).status;
      expect(await status()).toBe(200);
      await retireSigningKeys(other.db);
      await expect.poll(status).toBe(404);
    } finally {
      await other.close();
    }
  });
});

describe("reading", () => {
  test("answers ranges, and that the browser has it already", async () => {
    const file = await upload(server, ana, { name: "digits.txt", content: "0123456789" });
    const { url } = await linkOf(ana, file.id);
    const whole = await read(url);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "accept-ranges": "bytes",
      "content-length": "10",
      "content-type": "text/plain; charset=utf-8",
      etag: `"${file.id}"`,
      "cache-control": expect.stringMatching(/^private, max-age=\d{3}$/),
    });
    for (const [range, status, text, contentRange] of [
      ["bytes=2-4", 206, "234", "bytes 2-4/10"],
      ["bytes=7-", 206, "789", "bytes 7-9/10"],
      ["bytes=-3", 206, "789", "bytes 7-9/10"],
      ["bytes=-30", 206, "0123456789", "bytes 0-9/10"],
      ["bytes=0-999", 206, "0123456789", "bytes 0-9/10"],
      ["bytes=10-", 416, "", "bytes */10"],
      ["bytes=-0", 416, "", "bytes */10"],
      ["bytes=4-2", 200, "0123456789", null],
      ["bytes=0-1,3-4", 200, "0123456789", null],
      ["bytes=-", 200, "0123456789", null],
      ["lines=1-2", 200, "0123456789", null],
    ] as const) {
      const part = await read(url, { range });
      const got = [range, part.status, await part.text(), part.headers.get("content-range")];
      expect(got).toEqual([range, status, text, contentRange]);
    }
    const tag = whole.headers.get("etag")!;
    expect((await read(url, { range: "bytes=0-1", "if-range": tag })).status).toBe(206);
    expect((await read(url, { range: "bytes=0-1", "if-range": '"another"' })).status).toBe(200);
    const known = await read(url, { "if-none-match": `W/"x", ${tag}` });
    expect([known.status, await known.text()]).toEqual([304, ""]);
    const head = await fetch(new URL(url, server.url), { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "10"]);
  });

  test("shows nothing that could run", async () => {
    const script = "<script>alert(document.domain)</script>";
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`;
    for (const [name, content, mimeType] of [
      ["drawing.svg", svg, "image/svg+xml"],
      ["drawing.png", `<?xml version="1.0"?><!-- a > b --><!DOCTYPE svg>${svg}`, "image/svg+xml"],
      ["picture.jpg", `\n<!-- <b> --><!DOCTYPE html>${script}`, "text/html"],
      ["page.html", `Hello ${script}`, "text/html"],
      ["feed.txt", '<?xml version="1.0"?><rss/>', "application/xml"],
      ["page.xhtml", "plain", "text/html"],
      ["program.pdf", "MZ\u0000\u0001\u0002", "application/x-msdownload"],
      ["bytes.txt", new Uint8Array([1, 2, 3, 255, 254]), "application/octet-stream"],
    ] as const) {
      const file = await upload(server, ana, { name, content, type: "image/png" });
      expect([name, file]).toMatchObject([
        name,
        { mimeType, preview: null, hasThumbnail: false, width: null },
      ]);
      const answer = await read((await linkOf(ana, file.id)).url);
      expect([name, Object.fromEntries(answer.headers)]).toMatchObject([
        name,
        {
          "content-type": "application/octet-stream",
          "content-disposition": expect.stringMatching(/^attachment;/),
          "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'self'",
          "x-content-type-options": "nosniff",
        },
      ]);
    }
    const text = await upload(server, ana, { name: "BMW.txt", content: `BMW ${script}` });
    expect(text).toMatchObject({ mimeType: "text/plain", preview: "text" });
    const answer = await read((await linkOf(ana, text.id)).url);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": expect.stringMatching(/^inline;/),
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'self'",
      "x-content-type-options": "nosniff",
    });
    const saved = await read(`${(await linkOf(ana, text.id)).url}&download=1`);
    expect(saved.headers.get("content-disposition")).toMatch(/^attachment;/);

    // A browser starts its own reader of PDFs in no sandbox; what is only saved keeps it.
    const pdf = await upload(server, ana, { name: "a.pdf", content: "%PDF-1.4\n1 0 obj\n<<>>\nendobj\n" });
    expect(pdf).toMatchObject({ mimeType: "application/pdf", preview: "pdf" });
    const { url } = await linkOf(ana, pdf.id);
    expect(Object.fromEntries((await read(url)).headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-security-policy":
        "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      "x-frame-options": "SAMEORIGIN",
      "x-content-type-options": "nosniff",
    });
    expect((await read(`${url}&download=1`)).headers.get("content-security-policy")).toMatch(/sandbox/);
  });

  test.each([
    ["../../../etc/passwd", "passwd"],
    ["..\\..\\windows\\system.ini", "system.ini"],
    ["..", "file"],
    [".htaccess", ".htaccess"],
    ['quote".txt', 'quote".txt'],
    ["semi;colon=x.txt", "semi;colon=x.txt"],
    ["line\u0001\u007fbreak.txt", "linebreak.txt"],
    ["photo\u202egpj.exe", "photogpj.exe"],
    ["Überblick – 東京 🐦.txt", "Überblick – 東京 🐦.txt"],
    ["percent%2e%2e%2f%00.txt", "percent%2e%2e%2f%00.txt"],
    ["'); DROP TABLE attachments;--.txt", "'); DROP TABLE attachments;--.txt"],
    ["<img src=x onerror=alert(1)>.txt", "<img src=x onerror=alert(1)>.txt"],
    [`${"long".repeat(200)}.txt`, `${"long".repeat(49)}.txt`],
    ["con.txt", "con.txt"],
  ])("the name %j is stored and given back safely", async (name, shown) => {
    const content = uniqueText();
    const file = await upload(server, ana, { name, content });
    expect(file.originalName).toBe(shown);
    expect(file.filename).toMatch(/^\d{13}-[0-9a-f]{16}-[\w-][\w.-]*$/);
    const answer = await read((await linkOf(ana, file.id)).url);
    expect(await answer.text()).toBe(content);
    const [, plain, encoded] =
      /^(?:inline|attachment); filename="([^"\\]*)"; filename\*=UTF-8''(.*)$/.exec(
        answer.headers.get("content-disposition")!,
      ) ?? [];
    expect(plain).toMatch(/^[ -~]+$/);
    expect(decodeURIComponent(encoded!)).toBe(shown);
    const folder = join(server.filesFolder, attachmentBucket, "public", ana.user.id);
    expect(await readdir(folder)).toContain(file.filename);
  });

  test("of a file that storage has lost is answered as a missing one", async () => {
    const file = await upload(server, ana, note);
    const { url } = await linkOf(ana, file.id);
    await server.files.delete({ bucket: attachmentBucket, key: `public/${ana.user.id}/${file.filename}` });
    expect((await read(url)).status).toBe(404);
  });
});

describe("images", () => {
  test("lose where they were taken, and keep their size as it is seen", async () => {
    const taken = await sharp({ create: { width: 900, height: 700, channels: 3, background: "#3b7" } })
      .jpeg()
      .withExif({
        IFD0: { Make: "Pelican Optics", Copyright: "secret owner" },
        IFD3: {
          GPSLatitudeRef: "N",
          GPSLatitude: "51/1 30/1 0/1",
          GPSLongitudeRef: "W",
          GPSLongitude: "0/1 7/1 0/1",
        },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(taken.includes("Pelican Optics")).toBe(true);
    const file = await upload(server, ana, {
      name: "IMG_1.JPG",
      content: new Uint8Array(taken),
      type: "text/html",
    });
    expect(file).toMatchObject({
      mimeType: "image/jpeg",
      preview: "image",
      width: 700,
      height: 900,
      hasThumbnail: true,
    });
    const link = await linkOf(ana, file.id);
    const bytes = Buffer.from(await (await read(link.url)).arrayBuffer());
    expect(bytes.length).toBe(file.sizeBytes);
    for (const told of ["Pelican Optics", "secret owner", "GPS"]) expect(bytes.includes(told)).toBe(false);
    expect((await sharp(bytes).metadata()).autoOrient).toMatchObject({ width: 700, height: 900 });

    const small = await read(link.thumbnailUrl!);
    expect(Object.fromEntries(small.headers)).toMatchObject({
      "content-type": "image/webp",
      "content-disposition": expect.stringMatching(/^inline;/),
      etag: `"${file.id}-thumbnail"`,
    });
    const thumbnail = await sharp(Buffer.from(await small.arrayBuffer())).metadata();
    expect(thumbnail).toMatchObject({ format: "webp", width: 498, height: 640 });
    expect([thumbnail.exif, thumbnail.xmp, thumbnail.iptc]).toEqual([undefined, undefined, undefined]);
  });

  test("that stand for too many pixels are refused", async () => {
    const before = await everything();
    const content = pngHeader(60_000, 60_000);
    expect(await refusedUpload(server, ana, { name: "bomb.png", content })).toBe("413 image_too_large");
    expect(await everything()).toEqual(before);
  });

  test("that cannot be read are files like any other", async () => {
    const content = new Uint8Array([...pngHeader(100, 100), ...new Uint8Array(300).fill(7)]);
    const file = await upload(server, ana, { name: "broken.gif", content });
    expect(file).toMatchObject({ preview: expect.toBeOneOf([null, "image"]), hasThumbnail: false });
    const junk = await upload(server, ana, {
      name: "junk.jpg",
      content: new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]),
    });
    expect(junk).toMatchObject({ mimeType: "image/jpeg", preview: null, width: null });
    const answer = await read((await linkOf(ana, junk.id)).url);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment;/);
  });

  test("that move still move", async () => {
    const frames = Buffer.concat([Buffer.alloc(40 * 30 * 3, 10), Buffer.alloc(40 * 30 * 3, 200)]);
    const gif = await sharp(frames, { raw: { width: 40, height: 60, channels: 3, pageHeight: 30 } })
      .gif()
      .toBuffer();
    const file = await upload(server, ana, { name: "wave.gif", content: new Uint8Array(gif) });
    expect(file).toMatchObject({
      mimeType: "image/gif",
      preview: "image",
      width: 40,
      height: 30,
      hasThumbnail: false,
    });
    const bytes = Buffer.from(await (await read((await linkOf(ana, file.id)).url)).arrayBuffer());
    expect(bytes.equals(gif)).toBe(true);
  });

  test("get a thumbnail of at most 640 pixels when they are larger", async () => {
    const large = await upload(server, ana, { name: "wide.png", content: await pngOf(1280, 20) });
    const link = await linkOf(ana, large.id);
    const thumbnail = await sharp(
      Buffer.from(await (await read(link.thumbnailUrl!)).arrayBuffer()),
    ).metadata();
    expect(thumbnail).toMatchObject({ width: 640, height: 10 });
    const small = await upload(server, ana, { name: "small.png", content: await pngOf(20, 20) });
    expect([small.hasThumbnail, (await linkOf(ana, small.id)).thumbnailUrl]).toEqual([false, null]);
  });
});

describe("sweeping", () => {
  test("deletes what was not sent in a day and what was in deleted messages, and nothing else", async () => {
    const content = await pngOf(800, 800);
    const [old, fresh, sent, deleted] = await Promise.all(
      ["old", "fresh", "sent", "deleted"].map((name) =>
        upload(server, ana, { name: `${name}.png`, content }),
      ),
    );
    await post(ana, [sent!]);
    const { message } = await post(ana, [deleted!]);
    await ana.client.call(chatRoutes.deleteMessage, { params: { messageId: message.id } });
    const ids = [old!.id, sent!.id];
    await sql`UPDATE attachments SET created_at = now() - interval '25 hours' WHERE id = ANY(${ids}::uuid[])`.execute(
      server.db,
    );
    const leftOver = join(server.filesFolder, "incoming", uuidv7());
    const young = await server.files.stage([Buffer.from("on its way")], { maxBytes: 100 });
    const stale = await server.files.stage([Buffer.from("left over")], { maxBytes: 100 });
    const longAgo = new Date(Date.now() - 48 * 3600_000);
    await utimes(stale.path, longAgo, longAgo);

    const swept = await sweepAttachments({ ...server, log: createLog("silent") });
    expect(swept).toBeGreaterThanOrEqual(2);
    expect(await linksOf(ana, old!.id, deleted!.id)).toEqual([]);
    expect((await linksOf(ana, fresh!.id, sent!.id)).map(({ id }) => id).toSorted()).toEqual(
      [fresh!.id, sent!.id].toSorted(),
    );
    const { files } = await everything();
    for (const { filename } of [old!, deleted!])
      expect(files.filter((path) => path.includes(filename))).toEqual([]);
    for (const { filename } of [fresh!, sent!])
      expect(files.filter((path) => path.includes(filename))).toHaveLength(2);
    await expect(stat(stale.path)).rejects.toThrow("ENOENT");
    await young.discard();
    expect(leftOver).not.toBe(young.path);
    expect(await sweepAttachments({ ...server, log: createLog("silent") })).toBe(0);
  });
});

async function post(who: SignedIn, files: Attachment[]) {
  return who.client.call(chatRoutes.postMessage, {
    params: { channelId },
    body: { id: uuidv7(), content: "", attachmentIds: files.map(({ id }) => id) },
  });
}

async function linksOf(who: SignedIn, ...ids: string[]) {
  return (await who.client.call(chatRoutes.createAttachmentLinks, { body: { ids } })).links;
}

async function linkOf(who: SignedIn, id: string) {
  const [link] = await linksOf(who, id);
  if (!link) throw new Error("no link");
  return link;
}

function read(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(new URL(url, server.url), { headers });
}

async function codeOf(answer: Response): Promise<string> {
  return ((await answer.json()) as ErrorBody).error.code;
}

async function textOf(who: SignedIn, id: string): Promise<string> {
  return (await read((await linkOf(who, id)).url)).text();
}

/** Every row and every file there is. */
async function everything() {
  const rows = await server.db.selectFrom("attachments").select("id").orderBy("id").execute();
  const files = await readdir(server.filesFolder, { recursive: true, withFileTypes: true });
  return {
    rows,
    files: files.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)),
  };
}

function incoming(): Promise<string[]> {
  return readdir(join(server.filesFolder, "incoming"));
}

/** Sends the beginning of an upload, waits until it lies on the disk, and cuts the connection. */
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

async function pngOf(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const create = { width, height, channels: 3 as const, background: "#2a6fb0" };
  return new Uint8Array(await sharp({ create }).png().toBuffer());
}

/** The beginning of a PNG, which is all that its size is read from. */
function pngHeader(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.from(
    "89504e470d0a1a0a0000000d49484452000000000000000008020000000000000000000001494441540000000000",
    "hex",
  );
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return new Uint8Array(header);
}

/** Only Date: timers, sockets and the database go on. */
async function clock() {
  const { vi } = await import("vitest");
  vi.useFakeTimers({ toFake: ["Date"] });
  return { setSystemTime: (ms: number) => vi.setSystemTime(ms), restore: () => vi.useRealTimers() };
}
