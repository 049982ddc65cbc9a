import { parentPort } from "node:worker_threads";
import { type SeriesWork, seriesWork } from "./series-work.ts";

// Runs in a thread of its own, so that no rule delays requests. See series-thread.ts.
type Call = {
  [Name in keyof SeriesWork]: { name: Name; args: Parameters<SeriesWork[Name]> };
}[keyof SeriesWork];

function answer(call: Call): unknown {
  switch (call.name) {
    case "check":
      return seriesWork.check(...call.args);
    case "occurrencesAmong":
      return seriesWork.occurrencesAmong(...call.args);
    case "givenByRule":
      return seriesWork.givenByRule(...call.args);
    case "split":
      return seriesWork.split(...call.args);
    case "derive":
      return seriesWork.derive(...call.args);
  }
}

parentPort?.on("message", (call: Call) => {
  try {
    parentPort?.postMessage({ value: answer(call) });
  } catch (error) {
    parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) });
  }
});
