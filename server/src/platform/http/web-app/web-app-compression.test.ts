import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../../log/log.ts";
import { createMetrics } from "../../metrics.ts";
import { createHttpServer, type HttpServer } from "../http-server.ts";
import { listenOn } from "../listen-on.ts";
import { countRequests } from "../request-counts.ts";
import { serveWebApp } from "./web-app.ts";

const inline = { script: "start();", style: "body{margin:0}" };
const page = `<!doctype html><title>${"page ".repeat(200)}</title><script>${inline.script}</script><script src="/a.js"></script><style>${inline.style}</style>`;
const script = `console.log("${"script ".repeat(200)}");`;
const font = Buffer.from("a font is no text");

let folder: string;
let http: HttpServer;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "atoll-web-app-"));
  await mkdir(join(folder, "assets"));
  for (const [name, content] of [
    ["index.html", page],
    ["assets/app-1234.js", script],
  ] as const) {
    await writeFile(join(folder, name), content);
    await writeFile(join(folder, `${name}.br`), brotliCompressSync(content));
    await writeFile(join(folder, `${name}.gz`), gzipSync(content));
  }
  await writeFile(join(folder, "assets/face-1234.woff2"), font);
  http = await createHttpServer({
    log: createLog("silent"),
    metrics: createMetrics(),
    trustedProxies: [],
    counts: countRequests({ peoplePerAddress: 100 }),
    version: "0.0.0",
  });
  http.get("/api/large", async () => ({ text: "text ".repeat(10_000) }));
  await serveWebApp(http, folder);
  url = await listenOn(http, { port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await http.close();
  await rm(folder, { recursive: true });
});

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };
const files = [
  ["/", page, "text/html; charset=utf-8", "no-cache"],
  ["/chat/channel/somewhere", page, "text/html; charset=utf-8", "no-cache"],
  [
    "/assets/app-1234.js",
    script,
    /^(text|application)\/javascript; charset=utf-8$/,
    "public, max-age=31536000, immutable",
  ],
] as const;
const preferences: [string | undefined, keyof typeof decoders][] = [
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["identity", "identity"],
  [undefined, "identity"],
];

test.each(files)("%s is sent as compressed as the browser takes it", async (path, content, type, caching) => {
  const tags = new Set<string | undefined>();
  for (const [accepted, encoding] of preferences) {
    const { status, headers, body } = await get(path, { "accept-encoding": accepted });
    expect([status, accepted, headers["content-encoding"] ?? "identity"]).toEqual([200, accepted, encoding]);
    expect(decoders[encoding](body).toString()).toBe(content);
    expect(headers["content-length"]).toBe(String(body.length));
    expect(headers["content-type"]).toMatch(type);
    expect(headers["cache-control"]).toBe(caching);
    expect(headers.vary).toBe("accept-encoding");
    const again = await get(path, { "accept-encoding": accepted, "if-none-match": headers.etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    tags.add(headers.etag);
  }
  // Each form has a tag of its own.
  expect(tags.size).toBe(3);
});

test("sends no compressed form for files without one, or for a request of the form itself", async () => {
  const face = await get("/assets/face-1234.woff2", { "accept-encoding": "br, gzip" });
  expect([face.status, face.headers["content-encoding"], face.headers["content-type"]]).toEqual([
    200,
    undefined,
    "font/woff2",
  ]);
  expect(face.body).toEqual(font);
  for (const path of ["/assets/app-1234.js.br", "/assets/app-1234.js.gz"])
    expect((await get(path, { "accept-encoding": "br" })).status).toBe(404);
});

test("sends API responses uncompressed, whatever the browser accepts", async () => {
  const { headers, body } = await get("/api/large", { "accept-encoding": "br, gzip" });
  expect(headers["content-encoding"]).toBeUndefined();
  expect(body.length).toBeGreaterThan(50_000);
});

/** As it comes over the wire: `fetch` would ask for what it likes, and unpack it. */
function get(path: string, wanted: Record<string, string | undefined>) {
  const headers = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  return new Promise<{
    status: number | undefined;
    headers: Record<string, string | undefined>;
    body: Buffer;
  }>((resolve, reject) => {
    request(new URL(path, url), { headers }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode, headers: response.headers as Record<string, string>, body });
    })
      .on("error", reject)
      .end();
  });
}

test("allows exactly the script and the style that are in the page, under each of its addresses", async () => {
  const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  for (const path of ["/chat", "/index.html"])
    for (const accepted of ["br", "gzip", "identity"]) {
      const { headers } = await fetch(url + path, { headers: { "accept-encoding": accepted } });
      const policy = headers.get("content-security-policy")?.split(";") ?? [];
      expect(policy).toContain(`script-src 'self' ${hashOf(inline.script)}`);
      expect(policy).toContain(`style-src 'self' ${hashOf(inline.style)}`);
    }
  const other = await fetch(`${url}/assets/app-1234.js`);
  expect(other.headers.get("content-security-policy")).not.toContain("sha256");
});
