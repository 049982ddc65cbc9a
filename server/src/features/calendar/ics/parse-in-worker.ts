import { type ResourceLimits, Worker } from "node:worker_threads";
import { AppError } from "../../../platform/app-error.ts";
import { assertOutsideTransaction } from "../../../platform/database/transact.ts";
import { createFairTurns, TooManyWaiting } from "../../../platform/turns/fair-turns.ts";
import type { IcsCalendar, IcsReading } from "./read.ts";

/** Limits of a reading thread, whatever it reads. */
export interface ApartLimits {
  deadlineMs: number;
  memory: ResourceLimits;
  signal?: AbortSignal;
}

/** Far above what any file of the largest accepted size needs. */
const limits: ApartLimits = {
  deadlineMs: 20_000,
  memory: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
};

/** A calendar with the occurrences of each of its events, as `timesOf` returns them. */
export interface ReadCalendar {
  calendar: IcsCalendar;
  times: string[];
}

type Answer = ReadCalendar | { code: "ics_unreadable" | "ics_too_much"; detail: string };

/** The person who uploads a file, with the signal that stops reading it. */
export interface Sender {
  id: string;
  /** Aborts when nobody waits for the response any more. */
  signal: AbortSignal;
}

/** Files of two people are read at a time, so that slow files of one person do not delay the others. */
const turns = createFairTurns({ atOnce: 2, mostWaiting: 5 });

/**
 * Reads a calendar file in a thread with a deadline and a memory limit: one file per person at a time, people in turn.
 * A file that is obviously not a calendar needs no thread.
 * @throws {AppError} `ics_unreadable`; `ics_too_much`, also if reading took too long or too much memory; `rate_limited`
 *   if too many files of the sender wait.
 */
export async function parseInWorker(
  bytes: Uint8Array,
  reading: IcsReading,
  sender: Sender,
): Promise<ReadCalendar> {
  if (!looksLikeCalendar(bytes)) throw new AppError("ics_unreadable", { detail: "no calendar" });
  const script = new URL("./worker.ts", import.meta.url);
  try {
    return await turns.run(
      sender.id,
      (signal) => runApart(script, { bytes, ...reading }, { ...limits, signal }),
      sender.signal,
    );
  } catch (error) {
    throw error instanceof TooManyWaiting ? new AppError("rate_limited", { cause: error }) : error;
  }
}

/** In UTF-16, every other byte of such a beginning is zero. */
function looksLikeCalendar(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  return /^[^\n\r]{0,9}BEGIN:V[A-Z]/im.test(text.replaceAll("\0", ""));
}

/**
 * Returns the message of a script that runs in a thread of its own, and ends the thread.
 * @throws {AppError} as `parseInWorker`.
 */
export function runApart(
  script: URL,
  workerData: unknown,
  { deadlineMs, memory, signal }: ApartLimits,
): Promise<ReadCalendar> {
  assertOutsideTransaction("a reading thread");
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { workerData, resourceLimits: memory, execArgv: [] });
    const end = () => {
      clearTimeout(deadline);
      signal?.removeEventListener("abort", stop);
      void worker.terminate();
    };
    const stop = () => {
      end();
      reject(signal?.reason);
    };
    const refuse = (code: "ics_unreadable" | "ics_too_much", detail: string) => {
      end();
      reject(new AppError(code, { detail }));
    };
    const deadline = setTimeout(() => refuse("ics_too_much", "the deadline passed"), deadlineMs);
    signal?.addEventListener("abort", stop, { once: true });
    worker.once("message", (answer: Answer) => {
      if ("code" in answer) return refuse(answer.code, answer.detail);
      end();
      resolve(answer);
    });
    worker.once("error", (error) => refuse("ics_too_much", String(error)));
    worker.once("exit", () => refuse("ics_too_much", "the thread ended"));
  });
}
