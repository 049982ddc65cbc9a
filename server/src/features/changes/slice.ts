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
        // Old and new texts of what only they have written. What else somebody did stays, as the thing does.
        where: (personId) => sql<boolean>`(t.field = ANY (${texts}::text[]) AND (
          t.actor_id = ${personId} AND NOT EXISTS (SELECT FROM object_changes other WHERE other.subject_id = t.subject_id
            AND other.field = ANY (${texts}::text[]) AND other.actor_id IS DISTINCT FROM ${personId}::uuid)
            AND t.subject_id IN (SELECT x.id FROM tasks x WHERE x.created_by = ${personId} AND x.source_message_id IS NULL
              UNION ALL SELECT x.id FROM cards x WHERE x.created_by = ${personId}
              UNION ALL SELECT x.id FROM ideas x WHERE x.author_id = ${personId}
              UNION ALL SELECT x.id FROM questions x WHERE x.author_id = ${personId})
          OR t.subject_id IN (SELECT x.subject_id FROM anonymous_authors x WHERE x.author_id = ${personId})))`,
      },
      of: "actor_id",
      columns: ["at", "subject_kind", "subject_id", "field", "after", "undone_at"],
    },
  },
};

/** Fields of things that are texts of their authors. */
const texts = ["title", "description", "body", "content"];
