import { type ResourceLimits, Worker } from "node:worker_threads";
import { AppError } from "../../../platform/app-error.ts";
import { createFairTurns, TooManyWaiting } from "../../../platform/fair-turns.ts";
import { decodeIcs } from "./decode.ts";
import { IcsRefusal } from "./ics-refusal.ts";
import type { IcsCalendar, IcsReading } from "./read.ts";

/** What a thread may take, whatever it is given. */
export interface ApartLimits {
  deadlineMs: number;
  memory: ResourceLimits;
  signal?: AbortSignal;
}

/** Far more than a file takes that is no larger than may be sent. */
const limits: ApartLimits = {
  deadlineMs: 20_000,
  memory: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
};

/** A calendar with the times of each of its events, as `timesOf` gives them. */
export interface ReadCalendar {
  calendar: IcsCalendar;
  times: string[];
}

type Answer = ReadCalendar | { code: "ics_unreadable" | "ics_too_much"; detail: string };

/** Who sends a file, and what stops its reading. */
export interface Sender {
  id: string;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
}

/** Files of two people at a time, so that one whose files take long delays nobody else. */
const turns = createFairTurns({ atOnce: 2, mostWaiting: 5 });

/**
 * Reads a calendar file in a thread that has a deadline and a ceiling of memory: one file of a person at a time, people
 * in turn. What is no calendar at first sight needs no thread.
 * @throws {AppError} `ics_unreadable`; `ics_too_much` also where it took too long or too much; `rate_limited` where too
 *   many files of the sender wait.
 */
export async function readApart(
  bytes: Uint8Array,
  reading: IcsReading,
  sender: Sender,
): Promise<ReadCalendar> {
  const text = textOf(bytes);
  const script = new URL("./worker.ts", import.meta.url);
  try {
    return await turns.run(
      sender.id,
      (signal) => runApart(script, { text, ...reading }, { ...limits, signal }),
      sender.signal,
    );
  } catch (error) {
    throw error instanceof TooManyWaiting ? new AppError("rate_limited", { cause: error }) : error;
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    const text = decodeIcs(bytes);
    if (/^BEGIN:VCALENDAR/im.test(text)) return text;
    throw new IcsRefusal("ics_unreadable", "no calendar");
  } catch (error) {
    if (error instanceof IcsRefusal) throw new AppError(error.code, { detail: error.message });
    throw error;
  }
}

/** What a script answers as a thread of its own, which ends with it. @throws {AppError} as `readApart`. */
export function runApart(
  script: URL,
  workerData: unknown,
  { deadlineMs, memory, signal }: ApartLimits,
): Promise<ReadCalendar> {
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
