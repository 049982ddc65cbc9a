import { parentPort, workerData } from "node:worker_threads";
import { IcsRefusal } from "./ics-refusal.ts";
import { readIcs } from "./read.ts";
import { timesOf } from "./times-of.ts";

// Runs in a thread of its own, so that a malicious file only harms that thread. See parse-in-worker.ts.
const { bytes, ...reading } = workerData;
try {
  const calendar = readIcs(bytes, reading);
  parentPort?.postMessage({ calendar, times: timesOf(calendar, reading.now) });
} catch (error) {
  const code = error instanceof IcsRefusal ? error.code : "ics_unreadable";
  parentPort?.postMessage({ code, detail: String(error) });
}
