import { cardItems, panelAnnouncements } from "@atoll/contract/dashboard/limits";
import { sql } from "kysely";
import type { SliceActivity, SliceCard } from "../../slice.ts";
import { countOf } from "./list-announcements.ts";
import { presentListed } from "./present.ts";
import { hasRead, listedAt, selectListed } from "./queries.ts";
import { isForViewer } from "./readable.ts";

/**
 * The dashboard's card of the newest announcements for the viewer. Specification, sections 2 and 9 (Dashboard:
 * announcements).
 */
export const announcementCard: SliceCard = {
  type: "announcements",
  async read({ db, people }, viewer, { isPanel, options }) {
    const rows = selectListed(db, viewer.id)
      .select("a.content")
      .where(isForViewer(viewer))
      .$if(options.announcements === "unread", (select) =>
        select.where(sql<boolean>`NOT ${hasRead(sql`${viewer.id}::uuid`)}`),
      )
      .$if(options.announcements === "urgent", (select) => select.where("a.priority", "=", "URGENT"))
      .orderBy(listedAt, "desc")
      .orderBy("a.id", "desc")
      .limit(isPanel ? panelAnnouncements : cardItems)
      .execute();
    const [found, { unread, urgent, toConfirm }] = await Promise.all([rows, countOf(db, viewer)]);
    const listed = await presentListed(people, viewer.id, found);
    const contents = new Map(found.map(({ id, content }) => [id, content]));
    return {
      type: "announcements",
      announcements: listed.map((one) => ({ ...one, content: contents.get(one.id) ?? "" })),
      unread,
      urgent,
      toConfirm,
    };
  },
};

/** The announcements published last, as activities of their authors. Specification, section 2 (Recent Activity). */
export const recentAnnouncements: SliceActivity = async ({ db, people }, viewer, count) => {
  const rows = await selectListed(db, viewer.id)
    .where(isForViewer(viewer))
    .orderBy(listedAt, "desc")
    .orderBy("a.id", "desc")
    .limit(count)
    .execute();
  return (await presentListed(people, viewer.id, rows)).map(
    ({ id, author, title, publishedAt, createdAt }) => ({
      id: `announcement/${id}`,
      at: publishedAt ?? createdAt,
      person: author,
      lead: "published",
      about: title,
      rest: "",
      text: null,
      link: `/announcements/${id}`,
    }),
  );
};
