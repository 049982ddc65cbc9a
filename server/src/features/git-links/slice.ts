import { sql } from "kysely";
import { placedIn } from "../../platform/kinds/factories.ts";
import { namedPeople } from "../../platform/kinds/notification-words.ts";
import { ofServers, ofThings } from "../../platform/kinds/personal-data.ts";
import type { Slice, SlicePlacedKind } from "../../slice.ts";
import { connectionRooms } from "./access.ts";
import { applyDeliveryJob } from "./apply-delivery.ts";
import { keepConnectionsJob } from "./receive-delivery.ts";
import { registerGitLinks } from "./routes.ts";

/** They receive for another department from then on, whose tasks their owners may see or not. */
const placedConnections: SlicePlacedKind = placedIn({
  kind: "repository connections",
  rows: sql`git_connections`,
  isIn: (departmentId) => sql<boolean>`department_id = ${departmentId}`,
  async move(tx, fromId, intoId) {
    await tx
      .updateTable("git_connections")
      .set({ department_id: intoId })
      .where("department_id", "=", fromId)
      .execute();
    return undefined;
  },
});

/** Links of tasks and bugs with branches, commits and pull requests, by the hooks of GitHub and GitLab. */
export const gitLinks: Slice = {
  name: "git-links",
  routes: [registerGitLinks],
  rooms: () => connectionRooms,
  jobs: [applyDeliveryJob, keepConnectionsJob],
  placed: [placedConnections],
  notificationKinds: [
    {
      kind: "git-connection.stopped",
      audience: namedPeople("concerned"),
      isReadable: () => sql<boolean>`true`,
      inWords: async (_sources, entries) =>
        new Map(
          entries.map(({ id, facts }) => {
            const { name = "", reason = "", act = "paused", link = "/admin/repositories" } = facts;
            const title = `Your repository connection “${name}” was ${act}`;
            return [id, { title, excerpt: `${reason}.`, link }];
          }),
        ),
    },
  ],
  personalData: {
    git_connections: {
      title: "Repository connections",
      erase: "stays",
      of: "owner_id",
      columns: ["created_at", "id", "name", "provider", "is_on"],
    },
    git_deliveries: ofServers,
    git_links: ofThings,
  },
};
