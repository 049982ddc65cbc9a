import { announcements } from "../../announcements.ts";
import type { LivePart, SliceContext } from "../../slice.ts";
import { everybodysRoom } from "../people/access.ts";
import { readLooks } from "./access.ts";

/** Tells everybody of the company's new name, colour or logo, whoever changed it and wherever. */
export function tellOfCompany({ db, realtime, workspace, log }: SliceContext): LivePart {
  let telling: Promise<void> = Promise.resolve();
  const tell = async () =>
    realtime.sendHere(everybodysRoom, "company.changed", { company: await readLooks(db, workspace) });
  return {
    topics: {
      [announcements.companyChanged]: () => {
        if (!realtime.isHeard(everybodysRoom)) return;
        // One after the other: what was read last is what is told last.
        telling = telling
          .then(tell)
          .catch((error: unknown) => log.warn({ err: error }, "the company's new looks were not told"));
      },
    },
    stop: () => telling,
  };
}
