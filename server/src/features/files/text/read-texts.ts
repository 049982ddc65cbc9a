import { sql } from "kysely";
import { announcements } from "../../../announcements.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import { createAlarm } from "../../../platform/one-at-a-time.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";
import type { Tables } from "../../../tables.ts";
import { maxReadBytes, maxTextBytes } from "./limits.ts";
import { readInChild, UnreadableFile } from "./read-in-child.ts";

const mostTries = 3;
/** Words are learnt in parts, each by itself: a writer of the same word would have to wait for all of them. */
const learntAtOnce = 16_000;

type Sources = Pick<SliceContext, "db" | "files" | "log">;

/** Reads what files say as soon as they are attached, on whichever node is first; one at a time on each. */
export function watchFileTexts(context: SliceContext): LivePart {
  const alarm = createAlarm({
    ring: (signal) => readTexts(context, signal),
    untilNextMs: async () => undefined,
    onFailure: (error) => context.log.warn({ err: error }, "files are read later"),
  });
  return { topics: { [announcements.fileText]: alarm.now }, onGap: alarm.now, stop: alarm.stop };
}

/** Reads once a minute what nobody did at once: after a crash, or where a file could not be had. */
export function fileTextsJob(context: Sources): Job<Tables> {
  return { name: "files.read-texts", cron: "* * * * *", run: ({ signal }) => readTexts(context, signal) };
}

/** Reads the texts of all files that are due. */
async function readTexts(sources: Sources, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const file = await claim(sources);
    if (!file) return;
    const { text, isReadable } = await read(sources, file, signal);
    await learn(sources, text);
    await sources.db
      .updateTable("file_texts")
      .set({ state: isReadable ? "read" : "unreadable", text })
      .where("file_id", "=", file.id)
      .execute();
  }
}

interface Claimed {
  id: string;
  bucket: string;
  key: string;
  mime_type: string;
  size_bytes: number;
  tries: number;
}

/** The next one, which nobody else takes for a while: whoever dies on it leaves it to the next turn. */
async function claim({ db }: Sources): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    UPDATE file_texts t SET tries = t.tries + 1, due_at = now() + interval '2 minutes',
      state = CASE WHEN t.tries >= ${sql.lit(mostTries)} THEN 'unreadable' ELSE 'due' END
    FROM files f
    WHERE f.id = t.file_id AND t.file_id = (
      SELECT file_id FROM file_texts WHERE state = 'due' AND due_at <= now()
      ORDER BY due_at, file_id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING f.id, f.bucket, f.key, f.mime_type, f.size_bytes, t.tries`.execute(db);
  return rows[0];
}

async function read(
  { files, log }: Sources,
  file: Claimed,
  signal: AbortSignal | undefined,
): Promise<{ text: string; isReadable: boolean }> {
  const nothing = { text: "", isReadable: false };
  // It took down whoever tried.
  if (file.tries > mostTries || file.size_bytes > maxReadBytes) return nothing;
  const stored = await files.read({ bucket: file.bucket, key: file.key });
  if (!stored) return nothing;
  try {
    const text = await readInChild(stored.content, file.mime_type, signal);
    return { text: storable(text), isReadable: true };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    log.info({ fileId: file.id, reason: error.message }, "a file has no text that can be read");
    return nothing;
  } finally {
    stored.content.destroy();
  }
}

/** As the database takes it: no NUL, no half characters, and no more than is looked for. */
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
