import { sql } from "kysely";
import { notifyTopics } from "../../../notify-topics.ts";
import { AppError } from "../../../platform/app-error.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import { createFairTurns } from "../../../platform/turns/fair-turns.ts";
import { createOneAtATime } from "../../../platform/turns/one-at-a-time.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";
import type { Tables } from "../../../tables.ts";
import { maxReadBytes, maxTextBytes } from "./limits.ts";
import { readInChild, UnreadableFile } from "./read-in-child.ts";

const mostTries = 3;
/** Words are learnt in parts, each by itself: a writer of the same word would have to wait for all of them. */
const learntAtOnce = 16_000;

type Sources = Pick<SliceContext, "db" | "files" | "log">;

/** Files that one node reads at a time, each of another person. A reader may use half a gigabyte. */
const atOnce = 2;
/** People whose files are queued at a time; the others follow as these are done. */
const mostOwners = 100;

/** Reads what files say as soon as they are attached, on whichever node is first. */
export function watchFileTexts(context: SliceContext): LivePart {
  const reader = createTextReader(context, atOnce);
  return { topics: { [notifyTopics.fileTextDue]: reader.look }, onGap: reader.look, stop: reader.stop };
}

/** Reads, once a minute, the files that no node has read, such as after a crash or a failed download. */
export function fileTextsJob(context: Sources): Job<Tables> {
  return {
    name: "files.read-texts",
    cron: "* * * * *",
    async run({ signal }) {
      const reader = createTextReader(context, 1);
      const stop = () => void reader.stop();
      signal.addEventListener("abort", stop, { once: true });
      reader.look();
      await reader.idle();
      signal.removeEventListener("abort", stop);
      signal.throwIfAborted();
    },
  };
}

interface TextReader {
  /** Begins with files that are due. */
  look(): void;
  /** Settles when nothing that can be read is due. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Reads files in fair turns: each person's next one, then the next person's, however many one of them has attached. */
function createTextReader(sources: Sources, most: number): TextReader {
  const turns = createFairTurns({ atOnce: most });
  const stopping = new AbortController();
  const underWay = new Map<string, Promise<void>>();
  const report = (error: unknown) => {
    if (!stopping.signal.aborted) sources.log.warn({ err: error }, "files are read later");
  };

  function begin(owner: string): void {
    const turn = turns
      .run(owner, (signal) => readNext(sources, owner, signal), stopping.signal)
      .catch(report)
      .finally(() => {
        underWay.delete(owner);
        search.now();
      });
    underWay.set(owner, turn);
  }

  const search = createOneAtATime(async () => {
    if (stopping.signal.aborted) return;
    for (const owner of await findOwners(sources, [...underWay.keys()])) begin(owner);
  }, report);

  async function idle(): Promise<void> {
    await search.settled();
    while (underWay.size > 0) {
      await Promise.race(underWay.values());
      await search.settled();
    }
  }

  return {
    look: search.now,
    idle,
    async stop() {
      stopping.abort(new Error("the server stops"));
      await idle();
    },
  };
}

/** People who have files that are due, those that have waited longest first. */
async function findOwners({ db }: Sources, except: string[]): Promise<string[]> {
  const { rows } = await sql<{ owner: string }>`
    SELECT f.owner_id AS owner FROM file_texts t JOIN files f ON f.id = t.file_id
    WHERE t.state = 'due' AND t.due_at <= now() AND f.owner_id <> ALL (${except}::uuid[])
    GROUP BY f.owner_id ORDER BY min(t.due_at) LIMIT ${sql.lit(mostOwners)}`.execute(db);
  return rows.map(({ owner }) => owner);
}

/** Reads the next file of a person. */
async function readNext(sources: Sources, owner: string, signal: AbortSignal): Promise<void> {
  const file = await claim(sources, owner);
  if (!file) return;
  const { text, isReadable } = await read(sources, file, signal).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === "files_unavailable") await postpone(sources, file.id);
    throw error;
  });
  await learn(sources, text);
  await sources.db
    .updateTable("file_texts")
    .set({ state: isReadable ? "read" : "unreadable", text })
    .where("file_id", "=", file.id)
    .execute();
}

/** Takes back a try for which the file could not be fetched: the file has done nothing wrong. */
async function postpone({ db }: Sources, fileId: string): Promise<void> {
  await sql`UPDATE file_texts SET tries = greatest(0, tries - 1), state = 'due' WHERE file_id = ${fileId}`.execute(
    db,
  );
}

interface Claimed {
  id: string;
  bucket: string;
  key: string;
  mime_type: string;
  size_bytes: number;
  tries: number;
}

/** Claims the person's next file for longer than a reader may take. If the reader crashes, the file is left for the next turn. */
async function claim({ db }: Sources, owner: string): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    UPDATE file_texts t SET tries = t.tries + 1, due_at = now() + interval '3 minutes',
      state = CASE WHEN t.tries >= ${sql.lit(mostTries)} THEN 'unreadable' ELSE 'due' END
    FROM files f
    WHERE f.id = t.file_id AND t.file_id = (
      SELECT d.file_id FROM file_texts d JOIN files o ON o.id = d.file_id
      WHERE d.state = 'due' AND d.due_at <= now() AND o.owner_id = ${owner}
      ORDER BY d.due_at, d.file_id LIMIT 1 FOR UPDATE OF d SKIP LOCKED)
    RETURNING f.id, f.bucket, f.key, f.mime_type, f.size_bytes, t.tries`.execute(db);
  return rows[0];
}

async function read(
  { files, log }: Sources,
  file: Claimed,
  signal: AbortSignal | undefined,
): Promise<{ text: string; isReadable: boolean }> {
  const nothing = { text: "", isReadable: false };
  // The file has crashed its reader before.
  if (file.tries > mostTries || file.size_bytes > maxReadBytes) return nothing;
  const stored = await files.read({ bucket: file.bucket, key: file.key });
  if (!stored) return nothing;
  try {
    const text = await readInChild(stored.content, file.mime_type, signal);
    return { text: storable(text), isReadable: true };
  } catch (error) {
    const isChanged = error instanceof AppError && error.code === "attachment_not_found";
    if (!(error instanceof UnreadableFile) && !isChanged) throw error;
    log.info({ fileId: file.id, reason: error.message }, "a file has no text that can be read");
    return nothing;
  } finally {
    stored.content.destroy();
  }
}

/** Makes text storable in PostgreSQL, without NUL and lone surrogates, and cuts it to the searchable length. */
function storable(text: string): string {
  const bytes = Buffer.from(text.replaceAll("\0", " ").toWellFormed());
  if (bytes.length <= maxTextBytes) return bytes.toString();
  return bytes
    .subarray(0, maxTextBytes)
    .toString()
    .replace(/\uFFFD$/, "");
}

async function learn({ db }: Sources, text: string): Promise<void> {
  for (let at = 0; at < text.length; ) {
    const space = text.slice(at + learntAtOnce, at + learntAtOnce + 100).search(/\s/);
    const end = at + learntAtOnce + Math.max(0, space);
    const part = text.slice(at, end).toWellFormed();
    await sql`SELECT learn_words((search_parts(search_fold_long(${part}))).words)`.execute(db);
    at = end;
  }
}
