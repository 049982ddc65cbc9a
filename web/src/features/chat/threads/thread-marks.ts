import { openReadMarks } from "../../../capabilities/offline/marks/read-marks.ts";
import { oneEach } from "../../../lib/signed-in.ts";
import { putThreadRead } from "./api.ts";

/** How far the person has read in threads. They begin with the first thread that is opened. */
export const threadMarksOf = oneEach((signedIn) =>
  openReadMarks(signedIn, { name: "threads read", send: putThreadRead }),
);
