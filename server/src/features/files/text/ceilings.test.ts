import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fullTest } from "../../../../../contract/test/full-check.ts";
import { startFileWorld } from "../../../../test/file-world.ts";
import type { SignedIn } from "../../../../test/harness.ts";
import { pdfOf } from "../../../../test/pdf-file.ts";
import { upload } from "../../../../test/upload.ts";
import { wordFile } from "../../../../test/word-file.ts";
import type { FileStorage } from "../../../platform/files/file-storage.ts";
import { createLog } from "../../../platform/log/log.ts";
import { maxTextBytes } from "./limits.ts";
import { ReaderDelayed, readInChild, UnreadableFile } from "./read-in-child.ts";
import { fileTextsJob } from "./read-texts.ts";

const wordType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const contentOf = (bytes: Uint8Array) => Readable.from([Buffer.from(bytes)]);

describe("a reader of files", () => {
  test("is ended when it used too much processor time", async () => {
    const words = wordFile(Array.from({ length: 200_000 }, () => "ballast"));
    await expect(
      readInChild(contentOf(words), wordType, undefined, { mostProcessorMs: 100 }),
    ).rejects.toThrow(new UnreadableFile("it took too long"));
  });

  test("is ended when there was no time for it, and its file is read later", async () => {
    const endless = new PassThrough();
    endless.write("%PDF-1.7");
    await expect(readInChild(endless, "application/pdf", undefined, { longestMs: 50 })).rejects.toThrow(
      new ReaderDelayed("there was no time for it"),
    );
    expect(endless.destroyed).toBe(true);
  });

  fullTest("is ended when it needs too much memory, in its heap or outside it", async () => {
    // A quarter of a megabyte that becomes ninety of text, and many times that of what a parser makes of it.
    const bomb = wordFile(Array.from({ length: 2_000_000 }, () => "ballast"));
    expect(bomb.length).toBeLessThan(500_000);
    await expect(readInChild(contentOf(bomb), wordType, undefined, { maxHeapMegabytes: 64 })).rejects.toThrow(
      UnreadableFile,
    );
    // Measured while the process waits for more input: Node itself uses more than this.
    const endless = new PassThrough();
    await expect(
      readInChild(endless, "application/pdf", undefined, { maxMemoryBytes: 1024 * 1024 }),
    ).rejects.toThrow(new UnreadableFile("it needs too much memory"));
  });

  test("reads a document page by page, and stops when the time is up", async () => {
    const pdf = pdfOf(["The quay", "The harbour", "The mole"]);
    const all = await readInChild(contentOf(pdf), "application/pdf", undefined);
    expect(all.split("\n\f")).toEqual(["The quay", "The harbour", "The mole"]);
    const first = await readInChild(contentOf(pdf), "application/pdf", undefined, { mostPagesMs: 0 });
    expect(first).toBe("The quay");
  });

  fullTest("returns no more text than is stored, of any type", async () => {
    const words = Array.from({ length: 200_000 }, (_, index) => `ballast${index}`);
    for (const [bytes, type] of [
      [wordFile([words.join(" ")]), wordType],
      [Buffer.from(words.join(" ")), "text/plain"],
    ] as const) {
      const text = await readInChild(contentOf(bytes), type, undefined);
      expect(Buffer.byteLength(text)).toBe(maxTextBytes);
      expect(text.startsWith("ballast0 ballast1 ")).toBe(true);
    }
  });

  test("cannot write, start processes, use the network, or read anything but its program", async () => {
    const folder = await mkdtemp(join(tmpdir(), "atoll-reader-"));
    let connections = 0;
    const listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = listener.address() as { port: number };
      const elsewhere = fileURLToPath(new URL("../../../main.ts", import.meta.url));
      const program = fileURLToPath(new URL("../../../../test/probing-reader.ts", import.meta.url));
      const asked = contentOf(Buffer.from(JSON.stringify({ port, folder, elsewhere })));
      const said: unknown = JSON.parse(await readInChild(asked, "text/plain", undefined, { program }));
      expect(said).toEqual({
        environment: "",
        write: "refused",
        read: "refused",
        start: "refused",
        work: "refused",
        evaluate: "refused",
        bind: "refused",
        connect: "refused",
        fetch: "refused",
        send: "refused",
        ask: "refused",
      });
      expect(connections).toBe(0);
      expect(existsSync(join(folder, "written.txt"))).toBe(false);
    } finally {
      listener.close();
      await rm(folder, { recursive: true });
    }
  });
});

describe("files of several people", () => {
  test("are read in turns: many files of one person do not delay others", async () => {
    const release = Promise.withResolvers<void>();
    const started: string[] = [];
    const world = await startFileWorld({
      breakFiles: (files): FileStorage => ({
        ...files,
        async read(place) {
          started.push(place.key);
          if (place.key.includes("slow")) await release.promise;
          return files.read(place);
        },
      }),
    });
    const send = async (who: SignedIn, ...names: string[]) => {
      const ids = [];
      for (const name of names)
        ids.push((await upload(world.server, who, { name, content: `The words of ${name}` })).id);
      const body = { id: uuidv7(), content: "", attachmentIds: ids };
      await who.client.call(chatRoutes.postMessage, { params: { channelId: world.channelId }, body });
      return ids[0] ?? "";
    };
    const state = async (id: string) => {
      const row = await world.server.db
        .selectFrom("file_texts")
        .select("state")
        .where("file_id", "=", id)
        .executeTakeFirst();
      return row?.state;
    };
    await send(world.ana, "slow-1.txt", "slow-2.txt", "slow-3.txt");
    await expect.poll(() => started.length).toBe(1);
    const note = await send(world.ben, "note.txt");
    await expect.poll(() => state(note)).toBe("read");
    // One at a time for each person.
    expect(started.filter((key) => key.includes("slow"))).toHaveLength(1);
    release.resolve();
    await expect.poll(() => started.filter((key) => key.includes("slow")).length).toBe(3);
    await world.server.close();
  });
});

describe("a file that a killed server was reading", () => {
  let world: Awaited<ReturnType<typeof startFileWorld>>;
  /** A server that signals the start of a read, and sends nothing more. */
  const started = Promise.withResolvers<void>();
  const stuck = Promise.withResolvers<never>();
  let isStuck = true;
  beforeAll(async () => {
    world = await startFileWorld({
      breakFiles: (files): FileStorage => ({
        ...files,
        async read(place) {
          if (!isStuck) return files.read(place);
          started.resolve();
          return stuck.promise;
        },
      }),
    });
  });
  afterAll(async () => {
    stuck.reject(new Error("nobody reads here any more"));
    await world.server.close();
  });

  const row = (id: string) =>
    world.server.db
      .selectFrom("file_texts")
      .select(["state", "tries"])
      .where("file_id", "=", id)
      .executeTakeFirst();
  async function send(name: string, content: string) {
    const { id } = await upload(world.server, world.ana, { name, content });
    const body = { id: uuidv7(), content: "", attachmentIds: [id] };
    await world.ana.client.call(chatRoutes.postMessage, { params: { channelId: world.channelId }, body });
    return id;
  }
  /** As a server that is there a few minutes later does once a minute. */
  async function readLater() {
    const { db, files } = world.server;
    await sql`UPDATE file_texts SET due_at = now() WHERE state = 'due'`.execute(db);
    const job = fileTextsJob({ db, files, log: createLog("silent") });
    await db.transaction().execute((tx) => job.run({ tx, data: {}, signal: new AbortController().signal }));
  }

  test("is read by another server, and given up if each of them dies", async () => {
    const id = await send("capstan.txt", "The halyard is frayed");
    await started.promise;
    // The first reader hangs forever, so only its first output is left.
    expect(await row(id)).toEqual({ state: "due", tries: 1 });
    isStuck = false;
    await readLater();
    await expect.poll(() => row(id)).toEqual({ state: "read", tries: 2 });
    const { items } = await world.ben.client.call(searchRoutes.searchEverywhere, {
      query: { query: "halyard" },
    });
    expect(items.map((hit) => hit.id)).toEqual([id]);

    const deadly = await send("deadly.txt", "The mizzen is down");
    await sql`UPDATE file_texts SET tries = 3 WHERE file_id = ${deadly}`.execute(world.server.db);
    await readLater();
    await expect.poll(() => row(deadly)).toEqual({ state: "unreadable", tries: 4 });
  });
});
