import { createHash } from "node:crypto";
import { fileRoutes } from "@atoll/contract/files/routes";
import { personalDataRoutes as routes } from "@atoll/contract/personal-data/routes";
import type { ExportedKind, ThingExport } from "@atoll/contract/personal-data/schemas";
import { uuidv7 } from "uuidv7";
import { expect } from "vitest";
import { fromBufferPromise } from "yauzl";
import type { SignedIn, TestServer } from "./harness.ts";

/** An unpacked archive of one thing. */
export interface UnpackedThing {
  files: Map<string, Buffer>;
  text: (path: string) => string;
  lines: (path: string) => Record<string, unknown>[];
  manifest: {
    format: string;
    entries: number;
    about: Record<string, unknown>;
    parts: { path: string; sizeBytes: number; sha256: string }[];
    files: { count: number; problemCount: number; problems: { path: string; problem: string }[] };
  };
}

export const startExport = async (from: SignedIn, kind: ExportedKind, thingId: string, id = uuidv7()) =>
  (await from.client.call(routes.startThingExport, { body: { id, kind, thingId } })).export;

export const refuseExport = async (from: SignedIn, kind: ExportedKind, thingId: string) =>
  (await from.client.refused(routes.startThingExport, { body: { id: uuidv7(), kind, thingId } })).body.error
    .code;

export async function findExport(from: SignedIn, id: string): Promise<ThingExport | undefined> {
  const { exports } = await from.client.call(routes.listThingExports, {});
  return exports.find((one) => one.id === id);
}

export async function settledExport(from: SignedIn, id: string): Promise<ThingExport | undefined> {
  await expect.poll(async () => (await findExport(from, id))?.state).toMatch(/ready|failed|cancelled/);
  return findExport(from, id);
}

export const linksTo = async (from: SignedIn, fileId: string) =>
  (await from.client.call(fileRoutes.createAttachmentLinks, { body: { ids: [fileId] } })).links;

/** Exports a thing, downloads the archive and unpacks it. Its hashes are compared with its manifest. */
export async function exportThing(
  server: TestServer,
  from: SignedIn,
  kind: ExportedKind,
  thingId: string,
): Promise<UnpackedThing & { made: ThingExport }> {
  const { id } = await startExport(from, kind, thingId);
  const made = await settledExport(from, id);
  expect(made).toMatchObject({ state: "ready", failure: null });
  if (!made?.file) throw new Error("the export has no file");
  const [link] = await linksTo(from, made.file.id);
  const response = await fetch(new URL(link?.url ?? "", server.url));
  const archive = await fromBufferPromise(Buffer.from(await response.arrayBuffer()));
  const files = new Map<string, Buffer>();
  for await (const entry of archive.eachEntry())
    files.set(entry.fileName, Buffer.concat(await (await archive.openReadStreamPromise(entry)).toArray()));
  const text = (path: string) => files.get(path)?.toString("utf8") ?? "";
  const lines = (path: string) =>
    text(path)
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  const manifest: UnpackedThing["manifest"] = JSON.parse(text("manifest.json"));
  const hash = (content: Buffer | undefined) =>
    createHash("sha256")
      .update(content ?? "")
      .digest("hex");
  expect(manifest.parts.map(({ path, sha256 }) => [path, sha256])).toEqual(
    manifest.parts.map(({ path }) => [path, hash(files.get(path))]),
  );
  const uploaded = lines("files.jsonl");
  expect(uploaded.map(({ path, sha256 }) => [path, sha256])).toEqual(
    uploaded.map(({ path }) => [path, hash(files.get(String(path)))]),
  );
  const listed = [...manifest.parts.map(({ path }) => path), ...uploaded.map(({ path }) => String(path))];
  expect([...files.keys()].toSorted()).toEqual([...listed, "manifest.json"].toSorted());
  const pages = [...files.keys()].filter((path) => path.endsWith(".html") && !path.startsWith("files/"));
  expect(pages.filter((path) => /<script|\son\w+=|javascript:/i.test(text(path)))).toEqual([]);
  return { files, text, lines, manifest, made };
}
