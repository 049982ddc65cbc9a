import { ideaRoutes } from "@atoll/contract/ideas/routes";
import type { OpenIdea } from "@atoll/contract/ideas/schemas";
import { undoChange } from "../../platform/changes/undo-change.ts";
import type { SliceContext } from "../../slice.ts";
import type { RequestViewer } from "../identity/public.ts";
import { findTaskReferences } from "../tasks/public.ts";
import { changeIdea } from "./changes/change-idea.ts";
import { changeIdeas, decideIdea } from "./changes/change-ideas.ts";
import { createIdea } from "./changes/create-idea.ts";
import { deleteIdea } from "./changes/delete-idea.ts";
import { ideaChanges } from "./changes/idea-changes.ts";
import { promoteIdea } from "./changes/promote-idea.ts";
import { scoreIdea } from "./changes/score-idea.ts";
import { listEntries } from "./entries.ts";
import { exportIdeas } from "./lists/export-ideas.ts";
import { listIdeas, summariseIdeas } from "./lists/list-ideas.ts";
import { presentListed, presentOpen } from "./present.ts";
import { accessIdea } from "./public.ts";
import { selectTaskIds } from "./queries.ts";

/** Posting, reading, answering and scoring ideas. Votes, followers, merges and moderation are the slice `votes`. */
export function registerIdeas(context: SliceContext): void {
  const { routes, db, people } = context;
  const open = async (viewer: RequestViewer, ideaId: string): Promise<{ idea: OpenIdea }> => {
    const row = await accessIdea(db, viewer, ideaId);
    const tasks = await findTaskReferences(context, viewer, await selectTaskIds(db, row.id));
    return { idea: await presentOpen(people, viewer, row, tasks) };
  };

  routes.route(ideaRoutes.listIdeas, async ({ query }, { viewer }) => {
    const { rows, nextCursor } = await listIdeas(db, viewer, query);
    return { items: await presentListed(people, rows), nextCursor };
  });

  routes.route(ideaRoutes.exportIdeas, ({ query }, { viewer }) => exportIdeas(context, viewer, query));

  routes.route(ideaRoutes.summariseIdeas, ({ query }, { viewer }) => summariseIdeas(db, viewer, query));

  routes.route(ideaRoutes.createIdea, async ({ body }, { viewer }) => {
    await createIdea(context, viewer, body);
    return open(viewer, body.id);
  });

  routes.route(ideaRoutes.getIdea, ({ params }, { viewer }) => open(viewer, params.ideaId));

  routes.route(ideaRoutes.changeIdea, async ({ params, body }, { viewer }) => {
    await changeIdea(context, viewer, params.ideaId, body);
    return open(viewer, params.ideaId);
  });

  routes.route(ideaRoutes.changeIdeas, async ({ body }, { viewer }) => ({
    ideas: await changeIdeas(context, viewer, body),
  }));

  routes.route(ideaRoutes.undoIdeaChange, async ({ params }, { viewer }) => ({
    ideas: await undoChange(ideaChanges, context, viewer, params.changeId),
  }));

  routes.route(ideaRoutes.deleteIdea, async ({ params }, { viewer }) => {
    await deleteIdea(context, viewer, params.ideaId);
    return undefined;
  });

  routes.route(ideaRoutes.decideIdea, async ({ params, body }, { viewer }) => {
    await decideIdea(context, viewer, params.ideaId, body);
    return open(viewer, params.ideaId);
  });

  routes.route(ideaRoutes.scoreIdea, async ({ params, body }, { viewer }) => {
    await scoreIdea(context, viewer, params.ideaId, body);
    return open(viewer, params.ideaId);
  });

  routes.route(ideaRoutes.clearIdeaScore, async ({ params }, { viewer }) => {
    await scoreIdea(context, viewer, params.ideaId, null);
    return open(viewer, params.ideaId);
  });

  routes.route(ideaRoutes.listIdeaEntries, async ({ params, query }, { viewer }) => {
    const { id } = await accessIdea(db, viewer, params.ideaId);
    return listEntries(context, viewer, id, query);
  });

  routes.route(ideaRoutes.promoteIdea, async ({ params, body }, { viewer }) => {
    const taskId = await promoteIdea(context, viewer, params.ideaId, body);
    const [{ idea }, [task]] = await Promise.all([
      open(viewer, params.ideaId),
      findTaskReferences(context, viewer, [taskId]),
    ]);
    return { idea, task: task ?? null };
  });
}
