import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, describe, expect, test } from "vitest";
import { linkOf, note, startFileWorld, uniqueText } from "../../../test/file-world.ts";
import { upload } from "../../../test/upload.ts";
import { messageFiles } from "../chat/message-files.ts";
import { readInChild } from "./text/read-in-child.ts";

const { server, ana, read } = await startFileWorld();
afterAll(() => server.close());

describe("reading", () => {
  test("supports range requests and conditional requests", async () => {
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

    // Browsers do not start their PDF viewer in a sandbox, so only downloads keep it.
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

  const words = "Grüße aus Århus: die Öffnungszeiten, 5 € für früh Gekommene.\n".repeat(3);
  const latin = (text: string) => Buffer.from(text.replaceAll("€", "\u0080"), "latin1");
  const swapped = (text: string) => Buffer.from(text, "utf16le").swap16();
  // Written by other programs, as their bytes are.
  const russian = "Порт закрыт до утра, краны стоят.";
  const japanese = "港は朝まで閉鎖されています。クレーンは止まっています。";
  const chinese = "港口将关闭到早上，起重机已经停止工作。";
  const hex = (bytes: string) => Buffer.from(bytes, "hex");
  test.each([
    ["Windows-1252", latin(words), words, "windows-1252"],
    ["UTF-16 with its mark", Buffer.from(`\uFEFF${words}`, "utf16le"), words, "utf-16le"],
    ["UTF-16 without one", Buffer.from(words, "utf16le"), words, "utf-16le"],
    ["UTF-16, the other way round", swapped(`\uFEFF${words}`), words, "utf-16be"],
    [
      "Windows-1251",
      hex("cfeef0f220e7e0eaf0fbf220e4ee20f3f2f0e02c20eaf0e0edfb20f1f2eefff22e"),
      russian,
      "windows-1251",
    ],
    [
      "Shift JIS",
      hex(
        "8d6082cd92a982dc82c595c28dbd82b382ea82c482a282dc82b78142834e838c815b839382cd8e7e82dc82c182c482a282dc82b78142",
      ),
      japanese,
      "shift_jis",
    ],
    [
      "GBK",
      hex("b8dbbfdabdabb9d8b1d5b5bdd4e7c9cfa3acc6f0d6d8bbfad2d1beadcda3d6b9b9a4d7f7a1a3"),
      chinese,
      "gb18030",
    ],
  ])(
    "takes a text in %s for text, reads its words, and says how it is saved",
    async (encoding, bytes, text, charset) => {
      const file = await upload(server, ana, { name: `${encoding}.txt`, content: new Uint8Array(bytes) });
      expect(file).toMatchObject({ mimeType: "text/plain", preview: "text" });
      expect((await readInChild(Readable.from([bytes]), "text/plain", undefined)).replace("\uFEFF", "")).toBe(
        text,
      );
      const opened = await read((await linkOf(ana, file.id)).url);
      expect(opened.headers.get("content-type")).toBe(`text/plain; charset=${charset}`);
    },
  );

  test.each([
    [
      "Korean letters, which could be Chinese ones",
      hex(
        "c7d7b1b8b4c220bec6c4a7b1eec1f620c6f3bce2b5cbb4cfb4d92e20c5a9b7b9c0cec0ba20b8d8c3e720c0d6bdc0b4cfb4d92e",
      ),
    ],
    ["mostly high bytes", Buffer.from(Array.from({ length: 400 }, (_, index) => 0xa0 + (index % 90)))],
    ["a byte that is no letter", latin(`${words}\u0081`)],
    ["a control character", latin(`${words}\u0007`)],
    [
      "zeros between other bytes",
      Buffer.from(Array.from({ length: 400 }, (_, index) => (index * index) % 7)),
    ],
  ])("takes no file with %s for text", async (_what, bytes) => {
    const file = await upload(server, ana, { name: "data.txt", content: new Uint8Array(bytes) });
    expect(file).toMatchObject({ mimeType: "application/octet-stream", preview: null });
  });

  test("shows nothing that could run in another encoding either", async () => {
    const page = `<!DOCTYPE html><p>Gr\u00fc\u00dfe</p>`;
    for (const bytes of [latin(page), Buffer.from(`\uFEFF${page}`, "utf16le"), swapped(page)])
      expect(await upload(server, ana, { name: "note.txt", content: new Uint8Array(bytes) })).toMatchObject({
        mimeType: "text/html",
        preview: null,
      });
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
    const folder = join(server.filesFolder, messageFiles.bucket, "public", ana.user.id);
    expect(await readdir(folder)).toContain(file.filename);
  });

  test("answers 404 for a file that storage has lost", async () => {
    const file = await upload(server, ana, note);
    const { url } = await linkOf(ana, file.id);
    await server.files.delete({ bucket: messageFiles.bucket, key: `public/${ana.user.id}/${file.filename}` });
    expect((await read(url)).status).toBe(404);
  });
});
