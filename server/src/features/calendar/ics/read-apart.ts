import { Worker } from "node:worker_threads";
import { AppError } from "../../../platform/app-error.ts";
import type { IcsCalendar, IcsReading } from "./read.ts";

/** Far more than two megabytes of calendar take. */
const deadlineMs = 20_000;
const memory = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };

/** A calendar with the times of each of its events, as `timesOf` gives them. */
export interface ReadCalendar {
  calendar: IcsCalendar;
  times: string[];
}

type Answer = ReadCalendar | { code: "ics_unreadable" | "ics_too_much"; detail: string };

/** The thread before it; one at a time, so that many files take no more than one. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Reads a calendar file in a thread that has a deadline and a ceiling of memory.
 * @throws {AppError} `ics_unreadable`; `ics_too_much` also where it took too long or too much.
 */
export async function readApart(bytes: Uint8Array, reading: IcsReading): Promise<ReadCalendar> {
  const turn = last.then(() => readOne(bytes, reading));
  last = turn.catch(() => undefined);
  return turn;
}

function readOne(bytes: Uint8Array, reading: IcsReading): Promise<ReadCalendar> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), {
      workerData: { bytes, ...reading },
      resourceLimits: memory,
      execArgv: [],
    });
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
