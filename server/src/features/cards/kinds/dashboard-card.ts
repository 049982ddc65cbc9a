import { cardItems } from "@atoll/contract/dashboard/limits";
import { sql } from "kysely";
import type { SliceCard } from "../../../slice.ts";
import { isOpen, presentNamed, selectNamed } from "../lists/named-cards.ts";

/** The open cards that the viewer owns, the soonest due first. */
export const ownCardsCard: SliceCard = {
  type: "cards",
  async read({ db }, viewer, { options }) {
    const own = selectNamed(db, viewer)
      .where("c.owner_id", "=", viewer.id)
      .where(isOpen)
      .$if(options.departmentId !== undefined, (query) =>
        query.where("ct.department_id", "=", options.departmentId ?? ""),
      );
    const [rows, counted] = await Promise.all([
      own.orderBy(sql`c.due_on NULLS LAST, c.updated_at DESC, c.id`).limit(cardItems).execute(),
      db
        .selectFrom(own.as("own"))
        .select(({ fn }) => fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow(),
    ]);
    return { type: "cards", cards: rows.map(presentNamed), total: counted.total };
  },
};
