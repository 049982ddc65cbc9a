import { readFile } from "node:fs/promises";
import { PassThrough, Readable } from "node:stream";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startFileWorld } from "../../../../test/file-world.ts";
import { pdfOf } from "../../../../test/pdf-file.ts";
import { type TestFile, upload } from "../../../../test/upload.ts";
import { wordFile } from "../../../../test/word-file.ts";
import { AppError } from "../../../platform/app-error.ts";
import { readInChild, UnreadableFile } from "./read-in-child.ts";

let world: Awaited<ReturnType<typeof startFileWorld>>;
beforeAll(async () => {
  world = await startFileWorld();
});
afterAll(() => world.server.close());

const pdf = () => readFile(new URL("../../../../demo/files/harbour-freight-latency.pdf", import.meta.url));

async function send(file: TestFile): Promise<string> {
  const { server, ana, channelId } = world;
  const { id } = await upload(server, ana, file);
  const body = { id: uuidv7(), content: "", attachmentIds: [id] };
  await ana.client.call(chatRoutes.postMessage, { params: { channelId }, body });
  return id;
}

const isRead = async (id: string) => {
  const row = await world.server.db
    .selectFrom("file_texts")
    .select("state")
    .where("file_id", "=", id)
    .executeTakeFirst();
  return row?.state;
};

const files = async (query: string, who = world.ben) =>
  (await who.client.call(searchRoutes.searchEverywhere, { query: { query, kind: "file" } })).items;

test("a store that breaks off in the middle makes no half text, and no file that cannot be read", async () => {
  const text = Buffer.from("Half of it. ".repeat(20_000));
  for (const [whole, type] of [
    [text, "text/plain"],
    [await pdf(), "application/pdf"],
  ] as const) {
    const content = Readable.from(
      (async function* () {
        yield whole.subarray(0, whole.length / 2);
        throw new AppError("files_unavailable");
      })(),
    );
    await expect(readInChild(content, type, undefined)).rejects.toMatchObject({ code: "files_unavailable" });
  }
});

test("files are found by name and content, by everyone who may read them", async () => {
  const sent = await Promise.all([
    send({ name: "latency.pdf", content: new Uint8Array(await pdf()) }),
    send({ name: "manifest.docx", content: wordFile(["The bosun signs the manifest."]) }),
    send({ name: "notes.md", content: "# Berths\n\nThe **foghorn** is old\n" }),
    send({
      name: "umlaut.txt",
      content: new Uint8Array(Buffer.from("Die Gr\u00f6\u00dfe der Schleuse", "utf8")),
    }),
  ]);
  await expect
    .poll(() => Promise.all(sent.map(isRead)), { timeout: 180_000 })
    .toEqual(sent.map(() => "read"));
  const [inPdf] = await files("gateway percentile");
  expect(inPdf).toMatchObject({ id: sent[0], title: { text: "latency.pdf" }, detail: { kind: "file" } });
  expect(inPdf?.text.marks.length).toBeGreaterThan(0);
  expect((await files("bosun")).map(({ id }) => id)).toEqual([sent[1]]);
  expect((await files("foghorns")).map(({ id }) => id)).toEqual([sent[2]]);
  expect((await files("grosse schleuse")).map(({ id }) => id)).toEqual([sent[3]]);
  expect((await files("manifest")).map(({ id }) => id)).toEqual([sent[1]]);
  for (const query of ["gateway", "bosun", "foghorn", "has:file"])
    expect(await files(query, world.outsider)).toEqual([]);
});

test("a hit of a file opens at the page or line with most of the words, and a name opens at the beginning", async () => {
  const rows = ["Berth,Price", "Tidal,40", ...Array.from({ length: 300 }, (_, row) => `Berth ${row},7`)];
  const sent = await Promise.all([
    send({
      name: "pilotage.pdf",
      content: pdfOf(["Capstan rules", "Tug and capstan", "Tug capstan, winter"]),
    }),
    send({ name: "berths.csv", content: [...rows, "Berth of the trawler,210", "Lock,3"].join("\r\n") }),
  ]);
  await expect
    .poll(() => Promise.all(sent.map(isRead)), { timeout: 180_000 })
    .toEqual(sent.map(() => "read"));
  const opensAt = async (query: string) => {
    const [hit] = await files(query);
    return { at: hit?.link.replace(/^.*#/, ""), passage: hit?.detail.kind === "file" && hit.detail.passage };
  };
  expect(await opensAt("capstan winter")).toEqual({
    at: `file=${sent[0]}&page=3`,
    passage: { page: 3, line: null },
  });
  expect(await opensAt("capstan tug")).toMatchObject({ passage: { page: 2 } });
  expect(await opensAt("berth trawler")).toEqual({
    at: `file=${sent[1]}&line=303`,
    passage: { page: null, line: 303 },
  });
  expect(await opensAt("pilotage")).toEqual({ at: `file=${sent[0]}`, passage: null });
});

test("a long list of unique words is read, and words near its beginning are found", async () => {
  const words = Array.from({ length: 25_000 }, (_, index) => `w${index}`.padEnd(58, "abc"));
  const id = await send({ name: "words.txt", content: words.join(" ") });
  await expect.poll(() => isRead(id), { timeout: 180_000 }).toBe("read");
  expect((await files(words[17] ?? "")).map((hit) => hit.id)).toEqual([id]);
});

test("finds an unreadable file by its name", async () => {
  const broken = Buffer.concat([(await pdf()).subarray(0, 300), Buffer.from("nonsense")]);
  const id = await send({ name: "broken-rudder.pdf", content: new Uint8Array(broken) });
  await expect.poll(() => isRead(id), { timeout: 180_000 }).toMatch(/unreadable|read/);
  expect((await files("rudder")).map((hit) => hit.id)).toEqual([id]);
});

test("a reader that is stopped, or gets an invalid file, affects nothing else", async () => {
  const mean = Readable.from([Buffer.from("PK\u0003\u0004 nothing")]);
  const wordType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  await expect(readInChild(mean, wordType, undefined)).rejects.toThrow(UnreadableFile);
  const stopping = new AbortController();
  const endless = new PassThrough();
  endless.write("%PDF-1.7");
  setImmediate(() => stopping.abort());
  await expect(readInChild(endless, "application/pdf", stopping.signal)).rejects.toThrow(/abort/i);
});
