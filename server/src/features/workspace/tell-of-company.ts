import { announcements } from "../../announcements.ts";
import type { LivePart, SliceContext } from "../../slice.ts";
import { everybodysRoom } from "../people/access.ts";

/** Tells everybody that the company has another name, colour or logo, whoever changed it and wherever. */
export function tellOfCompany({ realtime }: SliceContext): LivePart {
  return {
    topics: {
      [announcements.companyChanged]: () => realtime.sendHere(everybodysRoom, "company.changed", {}),
    },
  };
}
