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
  test.each([
    ["Windows-1252", latin(words)],
    ["UTF-16 with its mark", Buffer.from(`\uFEFF${words}`, "utf16le")],
    ["UTF-16 without one", Buffer.from(words, "utf16le")],
    ["UTF-16, the other way round", swapped(`\uFEFF${words}`)],
  ])("takes a text in %s for text, and reads its words", async (encoding, bytes) => {
    const file = await upload(server, ana, { name: `${encoding}.txt`, content: new Uint8Array(bytes) });
    expect(file).toMatchObject({ mimeType: "text/plain", preview: "text" });
    expect((await readInChild(Readable.from([bytes]), "text/plain", undefined)).replace("\uFEFF", "")).toBe(
      words,
    );
  });

  test.each([
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

  test("of a file that storage has lost is answered as a missing one", async () => {
    const file = await upload(server, ana, note);
    const { url } = await linkOf(ana, file.id);
    await server.files.delete({ bucket: messageFiles.bucket, key: `public/${ana.user.id}/${file.filename}` });
    expect((await read(url)).status).toBe(404);
  });
});
