import { ideaCardItems } from "@atoll/contract/ideas/limits";
import type { SliceActivity, SliceCard } from "../../../slice.ts";
import { presentListed } from "../present.ts";
import { selectListed } from "../queries.ts";
import { isReadable } from "../readable.ts";
import { listIdeas, summariseIdeas } from "./list-ideas.ts";

const open = ["new", "in_review", "planned", "started"] as const;

/** The open ideas with the most votes. */
export const ideaCard: SliceCard = {
  type: "ideas",
  async read({ db, people }, viewer, { options }) {
    const department = options.departmentId ? [options.departmentId] : [];
    const filter = { scope: "all", status: open, department, tag: "", title: "" } as const;
    const [{ rows }, { byStatus }] = await Promise.all([
      listIdeas(db, viewer, { ...filter, order: "top", limit: ideaCardItems }),
      summariseIdeas(db, viewer, filter),
    ]);
    return {
      type: "ideas",
      ideas: await presentListed(people, rows),
      total: open.reduce((sum, status) => sum + (byStatus[status] ?? 0), 0),
    };
  },
};

/** The ideas that were posted last, as something that their authors did; anonymous ones are nobody's doing. */
export const recentIdeas: SliceActivity = async ({ db, people }, viewer, count) => {
  const rows = await selectListed(db, viewer.id)
    .where(isReadable(viewer))
    .where("i.author_id", "is not", null)
    .orderBy("i.created_at", "desc")
    .orderBy("i.id", "desc")
    .limit(count)
    .execute();
  return (await presentListed(people, rows)).flatMap(({ id, author, title, createdAt }) =>
    author === null
      ? []
      : [
          {
            id: `idea/${id}`,
            at: createdAt,
            person: author,
            lead: "posted the idea",
            about: title,
            rest: "",
            text: null,
            link: `/ideas/${id}`,
          },
        ],
  );
};
