import { cardViewRules } from "@atoll/contract/cards/list-search";
import { idSchema } from "@atoll/contract/identifiers";
import type { SliceViewPlace } from "../../slice.ts";
import { presentType } from "./present.ts";
import { isTypeReadable } from "./readable.ts";

/** The sections of departments, by their IDs. */
export const cardViews: SliceViewPlace = {
  kind: "cards",
  async rulesOf(db, viewer, section) {
    if (!idSchema.safeParse(section).success) return undefined;
    const row = await db
      .selectFrom("card_types as ct")
      .selectAll()
      .where("ct.id", "=", section)
      .where(isTypeReadable(viewer))
      .executeTakeFirst();
    return row && cardViewRules(presentType(row));
  },
};
