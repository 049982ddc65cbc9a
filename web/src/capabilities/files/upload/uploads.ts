import { errorTexts } from "@atoll/contract/errors/error-texts";
import { formatBytes } from "../../../lib/format-bytes.ts";
import { errorMessage, SpokenError } from "../../../lib/request/api-error.ts";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { type Attachment, maxAttachments } from "../wire.ts";

/** A file on its way to the server, or there and not sent with a message yet. */
export interface Upload {
  /** An ID within this browser. */
  id: string;
  /** The channel or thread in whose tray it lies; null once its message was sent. */
  place: string | null;
  /** The kind of thing it is for: the part before the colon of its place, or else a message. */
  kind: string;
  file: File;
  sentBytes: number;
  /** Set once the server has it. */
  attachment: Attachment | null;
  /** Why the last try failed. */
  failure: string | null;
  /** Another try could end better: it was not the file that was refused. */
  canRetry: boolean;
}

export interface UploadsOptions {
  upload: (
    file: File,
    options: { kind: string; onProgress: (sentBytes: number) => void; signal: AbortSignal },
  ) => Promise<Attachment>;
  /** Throws away on the server what was uploaded and will not be sent. */
  discard: (attachmentId: string) => Promise<unknown>;
  maxFileBytes: () => number;
  /** Says what could not be taken into the tray. */
  onRefused: (message: string) => void;
}

/** The files of all trays, whatever is on the screen. They live as long as the tab. */
export interface Uploads {
  /** Returns the files in the tray of a place, in order. The same array until something changes. */
  tray(place: string): readonly Upload[];
  add(place: string, files: readonly File[]): void;
  retry(id: string): void;
  /** Shows why an uploaded file could not be put where it belongs. Its tray keeps it, and `retry` clears the failure. */
  fail(id: string, failure: string, canRetry: boolean): void;
  /** Takes a file out of its tray, and stops it if it is on its way. */
  remove(id: string): void;
  /** Empties a tray into a message. */
  take(place: string): readonly Upload[];
  /** All of these, once the server has them; rejects when one cannot be had. */
  settled(ids: readonly string[]): Promise<Attachment[]>;
  /** Those of these that are still known, in this order. */
  find(ids: readonly string[]): Upload[];
  /** Their messages were sent, or given up. What the server has of them is its own affair. */
  forget(isForgotten: (upload: Upload) => boolean): void;
  subscribe(listener: () => void): () => void;
}

/** So many travel at once; the rest wait, so that the first ones arrive early. */
const maxAtOnce = 3;
const none: readonly Upload[] = [];

export function createUploads({ upload, discard, maxFileBytes, onRefused }: UploadsOptions): Uploads {
  let all: readonly Upload[] = [];
  let trays = new Map<string, readonly Upload[]>();
  const running = new Map<string, AbortController>();
  const listeners = new Set<() => void>();

  function set(next: readonly Upload[]): void {
    all = next;
    trays = Map.groupBy(
      next.filter(({ place }) => place !== null),
      ({ place }) => place ?? "",
    );
    for (const listener of [...listeners]) listener();
  }
  const find = (id: string) => all.find((one) => one.id === id);
  const change = (id: string, part: Partial<Upload>) =>
    set(all.map((one) => (one.id === id ? { ...one, ...part } : one)));

  function startNext(): void {
    for (const one of all) {
      if (running.size >= maxAtOnce) return;
      if (!one.attachment && one.failure === null && !running.has(one.id)) void run(one);
    }
  }

  async function run({ id, kind, file }: Upload): Promise<void> {
    const stopping = new AbortController();
    running.set(id, stopping);
    const onProgress = (sentBytes: number) => change(id, { sentBytes });
    try {
      const attachment = await upload(file, { kind, onProgress, signal: stopping.signal });
      if (find(id)) change(id, { attachment, sentBytes: file.size });
      else void drop(attachment.id);
    } catch (error) {
      if (!stopping.signal.aborted)
        change(id, { failure: explain(error, maxFileBytes()), canRetry: !isRefused(error), sentBytes: 0 });
    } finally {
      if (running.get(id) === stopping) running.delete(id);
      startNext();
    }
  }

  /** Deletes an unused upload. If this fails, the server deletes it after a day. */
  function drop(attachmentId: string): Promise<unknown> {
    return discard(attachmentId).catch((error: unknown) =>
      console.info("An uploaded file could not be thrown away:", errorMessage(error)),
    );
  }

  return {
    tray: (place) => trays.get(place) ?? none,
    add(place, files) {
      const room = maxAttachments - (trays.get(place)?.length ?? 0);
      if (files.length > room) onRefused(`A message can have at most ${maxAttachments} files.`);
      const added = files.slice(0, Math.max(0, room)).map((file) => begin(place, file, maxFileBytes()));
      set([...all, ...added]);
      startNext();
    },
    retry(id) {
      change(id, { failure: null, sentBytes: 0 });
      startNext();
    },
    fail: (id, failure, canRetry) => change(id, { failure, canRetry }),
    remove(id) {
      const one = find(id);
      set(all.filter((other) => other.id !== id));
      running.get(id)?.abort();
      if (one?.attachment) void drop(one.attachment.id);
    },
    take(place) {
      const taken = trays.get(place) ?? none;
      set(all.map((one) => (one.place === place ? { ...one, place: null } : one)));
      return taken;
    },
    settled(ids) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const wanted = ids.map(find);
          const failed = wanted.find((one) => one?.failure !== null);
          const arrived = wanted.flatMap((one) => (one?.attachment ? [one.attachment] : []));
          if (wanted.length > 0 && failed) reject(new SpokenError(failed.failure ?? ""));
          else if (wanted.includes(undefined)) reject(new SpokenError("The files are no longer here."));
          else if (arrived.length === ids.length) resolve(arrived);
          else return;
          listeners.delete(look);
        };
        listeners.add(look);
        look();
      });
    },
    find: (ids) => ids.flatMap((id) => find(id) ?? []),
    forget(isForgotten) {
      const forgotten = all.filter(isForgotten);
      if (forgotten.length === 0) return;
      set(all.filter((one) => !forgotten.includes(one)));
      for (const { id } of forgotten) running.get(id)?.abort();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** It is the file that does not please, so that another try would end the same way. */
function isRefused(error: unknown): boolean {
  return hasCode(error, "file_empty", "file_too_large", "image_too_large", "body_too_large");
}

/** The server says that a file is too large, but not from where on. */
function explain(error: unknown, maxBytes: number): string {
  const isTooLarge = hasCode(error, "file_too_large");
  return isTooLarge ? tooLarge(maxBytes) : errorMessage(error);
}

function tooLarge(maxBytes: number): string {
  return `${errorTexts.file_too_large} The most is ${formatBytes(maxBytes)}.`;
}

function kindOf(place: string): string {
  return /^([a-z-]+):/.exec(place)?.[1] ?? "message";
}

function begin(place: string, file: File, maxBytes: number): Upload {
  const failure = file.size === 0 ? errorTexts.file_empty : file.size > maxBytes ? tooLarge(maxBytes) : null;
  const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
  return { id, place, kind: kindOf(place), file, sentBytes: 0, attachment: null, failure, canRetry: false };
}
