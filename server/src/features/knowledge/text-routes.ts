import { knowledgeRoutes } from "@atoll/contract/knowledge/routes";
import { AppError } from "../../platform/app-error.ts";
import type { SliceContext } from "../../slice.ts";
import { seed } from "../documents/public.ts";
import type { RequestViewer } from "../identity/public.ts";
import { openArticle } from "./articles/open-article.ts";
import { accessArticle } from "./model/lock-article.ts";
import { assertMayEdit } from "./model/policy.ts";
import { endRun, setRunNote, setTick, startRun } from "./sop/change-run.ts";
import { listRuns, openRun } from "./sop/runs.ts";
import { approveDraft, publishDraft, refuseDraft, shareDraft, submitDraft } from "./text/approve-draft.ts";
import { listDeletedDrafts, restoreDeletedDraft } from "./text/deleted-drafts.ts";
import { openDraft } from "./text/drafts.ts";
import { listVersions, readVersion } from "./text/versions.ts";
import { beginDraft, discardDraft, saveDraft } from "./text/write-draft.ts";

/** Drafts and versions of articles, and runs of procedures. */
export function registerArticleTexts(context: SliceContext): void {
  const { routes, db } = context;
  const draft = async (viewer: RequestViewer, articleId: string) => {
    const opened = await openDraft(context, viewer, articleId);
    if (!opened) throw new AppError("draft_not_found");
    return { draft: opened };
  };
  const run = async (viewer: RequestViewer, runId: string) => ({
    run: await openRun(context, viewer, runId),
  });

  routes.route(knowledgeRoutes.getArticleDraft, async ({ params }, { viewer }) => ({
    draft: await openDraft(context, viewer, params.articleId),
  }));

  routes.route(knowledgeRoutes.beginArticleDraft, async ({ params, body }, { viewer }) => {
    await beginDraft(context, viewer, params.articleId, body.from);
    return draft(viewer, params.articleId);
  });

  routes.route(knowledgeRoutes.saveArticleDraft, async ({ params, body }, { viewer }) => {
    await saveDraft(context, viewer, params.articleId, body);
    return draft(viewer, params.articleId);
  });

  routes.route(knowledgeRoutes.discardArticleDraft, async ({ params }, { viewer }) => {
    await discardDraft(context, viewer, params.articleId);
    return undefined;
  });

  routes.route(knowledgeRoutes.shareArticleDraft, async ({ params }, { viewer }) => {
    await shareDraft(context, viewer, params.articleId);
    return draft(viewer, params.articleId);
  });

  routes.route(knowledgeRoutes.submitArticleDraft, async ({ params, body }, { viewer }) => {
    await submitDraft(context, viewer, params.articleId, body);
    return draft(viewer, params.articleId);
  });

  routes.route(knowledgeRoutes.approveArticleDraft, async ({ params, body }, { viewer, request }) => {
    await approveDraft(context, viewer, request.ip, params.articleId, body.hash);
    return draft(viewer, params.articleId);
  });

  routes.route(knowledgeRoutes.refuseArticleDraft, async ({ params, body }, { viewer }) => {
    await refuseDraft(context, viewer, params.articleId, body.why);
    return undefined;
  });

  routes.route(knowledgeRoutes.listDeletedDrafts, async (_input, { viewer }) => ({
    items: await listDeletedDrafts(context, viewer),
  }));

  routes.route(knowledgeRoutes.restoreDeletedDraft, async ({ params }, { viewer }) => {
    await restoreDeletedDraft(context, viewer, params.articleId);
    return { article: await openArticle(context, viewer, params.articleId) };
  });

  routes.route(knowledgeRoutes.publishArticleDraft, async ({ params, body }, { viewer, request }) => {
    await publishDraft(context, viewer, request.ip, params.articleId, body.version);
    return { article: await openArticle(context, viewer, params.articleId) };
  });

  routes.route(knowledgeRoutes.listArticleVersions, async ({ params }, { viewer }) => {
    await accessArticle(db, viewer, params.articleId);
    return { items: await listVersions(context, params.articleId) };
  });

  routes.route(knowledgeRoutes.getArticleVersion, async ({ params }, { viewer }) => {
    await accessArticle(db, viewer, params.articleId);
    return { version: await readVersion(context, params.articleId, params.number) };
  });

  routes.route(knowledgeRoutes.getArticleVersionDocument, async ({ params }, { viewer }) => {
    const article = await accessArticle(db, viewer, params.articleId);
    assertMayEdit(viewer, article);
    const { body } = await readVersion(context, params.articleId, params.number);
    return { state: Buffer.from(await seed(body)).toString("base64") };
  });

  routes.route(knowledgeRoutes.listSopRuns, async ({ params, query }, { viewer }) => {
    await accessArticle(db, viewer, params.articleId);
    return listRuns(context, params.articleId, query);
  });

  routes.route(knowledgeRoutes.startSopRun, async ({ params, body }, { viewer }) => {
    await startRun(context, viewer, params.articleId, body);
    return run(viewer, body.id);
  });

  routes.route(knowledgeRoutes.changeSopRun, async ({ params, body }, { viewer }) => {
    await setRunNote(context, viewer, params.runId, body);
    return run(viewer, params.runId);
  });

  routes.route(knowledgeRoutes.tickSopStep, async ({ params }, { viewer }) => {
    await setTick(context, viewer, params, true);
    return run(viewer, params.runId);
  });

  routes.route(knowledgeRoutes.untickSopStep, async ({ params }, { viewer }) => {
    await setTick(context, viewer, params, false);
    return run(viewer, params.runId);
  });

  routes.route(knowledgeRoutes.endSopRun, async ({ params }, { viewer }) => {
    await endRun(context, viewer, params.runId);
    return run(viewer, params.runId);
  });
}
