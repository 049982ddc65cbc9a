import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import type { DraftChange, NewArticle } from "@atoll/contract/knowledge/schemas";
import { call } from "../../../lib/server/api-client.ts";

const of = (articleId: string) => ({ params: { articleId } });

export const starArticle = (articleId: string, isStarred: boolean) =>
  call(routes.starArticle, { ...of(articleId), body: { isStarred } });

export const createArticle = async (body: NewArticle) => (await call(routes.createArticle, { body })).article;

/** The published text of a page. */
export const fetchText = async (id: string) => (await call(routes.getArticle, of(id))).article.body;

export const verifyArticle = async (id: string, version: number) =>
  (await call(routes.verifyArticle, { ...of(id), body: { version } })).article;

export const voteOnArticle = (id: string, vote: "yes" | "no" | null) =>
  call(routes.voteOnArticle, { ...of(id), body: { vote } });

/** Answers what the viewer had read before. */
export const markRead = async (id: string) => (await call(routes.markArticleRead, of(id))).lastRead;

export const confirmArticle = (id: string, version: number) =>
  call(routes.confirmArticle, { ...of(id), body: { version } });

export const noteMissedSearch = async (words: string) =>
  (await call(routes.noteMissedSearch, { body: { words } })).people;

export const saveFaqAnswer = async (
  id: string,
  body: { question: string; answer: string; category: string; baseVersion: number },
) => (await call(routes.saveFaqAnswer, { ...of(id), body })).answer;

export const fetchVersion = async (articleId: string, number: number) =>
  (await call(routes.getArticleVersion, { params: { articleId, number } })).version;

export const fetchVersionDocument = async (articleId: string, number: number) =>
  (await call(routes.getArticleVersionDocument, { params: { articleId, number } })).state;

export const beginDraft = async (id: string, from: number | null = null) =>
  (await call(routes.beginArticleDraft, { ...of(id), body: { from } })).draft;

export const fetchDraft = async (id: string) => (await call(routes.getArticleDraft, of(id))).draft;

export const saveDraft = async (id: string, body: DraftChange) =>
  (await call(routes.saveArticleDraft, { ...of(id), body })).draft;

export const discardDraft = (id: string) => call(routes.discardArticleDraft, of(id));

export const restoreDeletedDraft = async (id: string) =>
  (await call(routes.restoreDeletedDraft, of(id))).article;

export const shareDraft = async (id: string) => (await call(routes.shareArticleDraft, of(id))).draft;

export const submitDraft = async (id: string, version: number, reviewerId: string) =>
  (await call(routes.submitArticleDraft, { ...of(id), body: { version, reviewerId } })).draft;

export const approveDraft = async (id: string, hash: string) =>
  (await call(routes.approveArticleDraft, { ...of(id), body: { hash } })).draft;

export const refuseDraft = (id: string, why: string) =>
  call(routes.refuseArticleDraft, { ...of(id), body: { why } });

export const publishDraft = async (id: string, version: number) =>
  (await call(routes.publishArticleDraft, { ...of(id), body: { version } })).article;

const ofRun = (runId: string) => ({ params: { runId } });

export const startRun = async (articleId: string, id: string, name: string) =>
  (await call(routes.startSopRun, { ...of(articleId), body: { id, name } })).run;

export const setTick = async (runId: string, stepId: string, isDone: boolean) => {
  const route = isDone ? routes.tickSopStep : routes.untickSopStep;
  return (await call(route, { params: { runId, stepId } })).run;
};

export const setRunNote = async (runId: string, note: string, revision: number) =>
  (await call(routes.changeSopRun, { ...ofRun(runId), body: { note, revision } })).run;

export const endRun = async (runId: string) => (await call(routes.endSopRun, ofRun(runId))).run;
