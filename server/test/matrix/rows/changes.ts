import { changeRoutes } from "@atoll/contract/changes/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { admittedNames, letInNames } from "../actors.ts";
import { each, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { createOne, members } from "./question-things.ts";

/** A person's mark, of a moment ago, that the answer to a new question is outdated. */
async function addMark(world: World, actorId: string, isTeam: boolean): Promise<string> {
  const [changeId, questionId] = [uuidv7(), await createOne(world, isTeam)];
  const at = new Date().toISOString();
  const [before, after] = [null, at].map((outdatedAt) => JSON.stringify({ outdatedAt, confirmedAt: null }));
  await sql`UPDATE questions SET outdated_at = ${at} WHERE id = ${questionId}`.execute(world.db);
  await sql`INSERT INTO object_changes (change_id, subject_kind, subject_id, actor_id, field, before, after)
    VALUES (${changeId}, 'question', ${questionId}, ${actorId}, 'freshness', ${before}, ${after})`.execute(
    world.db,
  );
  return changeId;
}

const none = signedIn("change_not_found");

/** A change is undone by the person who made it, as long as they may. Its kind decides that; here it is a question. */
export const changeSlice = defineSlice<typeof changeRoutes, never, object>({
  name: "changes",
  routes: changeRoutes,
  eventNames: {},
  furnish: async () => ({}),
  rows: {
    undoChange: Object.fromEntries([
      ...[false, true].map((isTeam) => [
        `of the viewer's own, ${isTeam ? "where they may have been removed since" : "for everybody"}`,
        {
          request: async ({ world, actor }: { world: World; actor: { id: string; name: string } }) => {
            const made = admittedNames.some((name) => name === actor.name) ? actor : world.actors.stranger;
            return { params: { changeId: await addMark(world, made.id, isTeam) } };
          },
          expect: signedIn("change_not_found", each(isTeam ? members : letInNames, "ok")),
        },
      ]),
      [
        "of a colleague",
        {
          request: async ({ world }: { world: World }) => {
            const colleague = await world.newDouble("stranger");
            return { params: { changeId: await addMark(world, colleague.id, false) } };
          },
          expect: none,
        },
      ],
      ["missing", { request: () => ({ params: { changeId: uuidv7() } }), expect: none }],
    ]),
  },
  events: {},
});
