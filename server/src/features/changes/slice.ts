import { changeRoutes } from "@atoll/contract/changes/routes";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { findKindOf, forgetChanges } from "../../platform/changes/stored-changes.ts";
import type { Slice } from "../../slice.ts";

/**
 * Undoes changes of things whose slices register them as `changeKinds`. Nobody reads these changes as a history, so they
 * are deleted once they can no longer be undone.
 */
export const changes: Slice = {
  name: "changes",
  routes: [
    ({ routes, ...context }) =>
      routes.route(changeRoutes.undoChange, async ({ params: { changeId } }, { viewer, request }) => {
        const name = await findKindOf(context.db, changeId);
        const kind = context.changeKinds.find(({ kind }) => kind === name);
        if (!kind) throw new AppError("change_not_found");
        await kind.undo(context, { ...viewer, address: request.ip }, changeId);
        return undefined;
      }),
  ],
  jobs: [
    ({ db, changeKinds }) => ({
      name: "changes.forget",
      cron: "26 * * * *",
      run: () =>
        forgetChanges(
          db,
          changeKinds.map(({ kind }) => kind),
        ),
    }),
  ],
  personalData: {
    // Others may have written the value before the change.
    object_changes: {
      title: "Changes",
      erase: {
        deletes: "written",
        where: (personId) => sql<boolean>`(t.actor_id = ${personId}
          OR t.subject_id IN (SELECT x.id FROM tasks x WHERE x.created_by = ${personId}
            UNION ALL SELECT x.id FROM events x WHERE x.organiser_id = ${personId}
            UNION ALL SELECT x.id FROM cards x WHERE x.created_by = ${personId}
            UNION ALL SELECT x.id FROM announcements x WHERE x.author_id = ${personId}
            UNION ALL SELECT x.id FROM articles x WHERE x.created_by = ${personId}
            UNION ALL SELECT x.id FROM ideas x WHERE x.author_id = ${personId}
            UNION ALL SELECT x.id FROM questions x WHERE x.author_id = ${personId}
            UNION ALL SELECT x.subject_id FROM anonymous_authors x WHERE x.author_id = ${personId}))`,
      },
      of: "actor_id",
      columns: ["at", "subject_kind", "subject_id", "field", "after", "undone_at"],
    },
  },
};
