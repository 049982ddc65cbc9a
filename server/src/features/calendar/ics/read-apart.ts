import { type ResourceLimits, Worker } from "node:worker_threads";
import { AppError } from "../../../platform/app-error.ts";
import { decodeIcs } from "./decode.ts";
import { IcsRefusal } from "./ics-refusal.ts";
import type { IcsCalendar, IcsReading } from "./read.ts";

/** What a thread may take, whatever it is given. */
export interface ApartLimits {
  deadlineMs: number;
  memory: ResourceLimits;
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

/** The thread before it; one at a time, so that many files take no more than one. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Reads a calendar file in a thread that has a deadline and a ceiling of memory. What is no calendar at first sight
 * needs no thread.
 * @throws {AppError} `ics_unreadable`; `ics_too_much` also where it took too long or too much.
 */
export async function readApart(bytes: Uint8Array, reading: IcsReading): Promise<ReadCalendar> {
  const text = textOf(bytes);
  const script = new URL("./worker.ts", import.meta.url);
  const turn = last.then(() => runApart(script, { text, ...reading }, limits));
  last = turn.catch(() => undefined);
  return turn;
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
  { deadlineMs, memory }: ApartLimits,
): Promise<ReadCalendar> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { workerData, resourceLimits: memory, execArgv: [] });
    const refuse = (code: "ics_unreadable" | "ics_too_much", detail: string) => {
      clearTimeout(deadline);
      void worker.terminate();
      reject(new AppError(code, { detail }));
    };
    const deadline = setTimeout(() => refuse("ics_too_much", "the deadline passed"), deadlineMs);
    worker.once("message", (answer: Answer) => {
      if ("code" in answer) return refuse(answer.code, answer.detail);
      clearTimeout(deadline);
      void worker.terminate();
      resolve(answer);
    });
    worker.once("error", (error) => refuse("ics_too_much", String(error)));
    worker.once("exit", () => refuse("ics_too_much", "the thread ended"));
  });
}
