import { boardCardItems } from "@atoll/contract/brainstorm/limits";
import type { SliceActivity, SliceCard } from "../../slice.ts";
import { listBoards } from "./list-boards.ts";
import { presentListed } from "./present.ts";
import { selectListed } from "./queries.ts";
import { isReadable } from "./readable.ts";

/** The boards that changed last. */
export const boardCard: SliceCard = {
  type: "boards",
  async read({ db, people }, viewer, { options }) {
    const { rows } = await listBoards(db, viewer, {
      scope: "all",
      text: "",
      order: "changed",
      limit: boardCardItems,
      department: options.departmentId ?? undefined,
    });
    return { type: "boards", boards: await presentListed(people, rows) };
  },
};

/** The boards that were created last, as something that their owners did. */
export const recentBoards: SliceActivity = async ({ db, people }, viewer, count) => {
  const rows = await selectListed(db, viewer.id)
    .where(isReadable(viewer))
    .where("b.archived_at", "is", null)
    .orderBy("b.created_at", "desc")
    .orderBy("b.id", "desc")
    .limit(count)
    .execute();
  return (await presentListed(people, rows)).map(({ id, owner, title, createdAt }) => ({
    id: `board/${id}`,
    at: createdAt,
    person: owner,
    lead: "opened the board",
    about: title,
    rest: "",
    text: null,
    link: `/brainstorm/${id}`,
  }));
};
