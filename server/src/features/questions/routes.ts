import { questionRoutes } from "@atoll/contract/questions/routes";
import type { SliceContext } from "../../slice.ts";
import type { RequestViewer } from "../identity/public.ts";
import { acceptAnswer } from "./answers/accept-answer.ts";
import { changeAnswer, deleteAnswer } from "./answers/change-answer.ts";
import { postAnswer } from "./answers/post-answer.ts";
import { askColleague } from "./asking/ask-colleague.ts";
import { askQuestion } from "./asking/ask-question.ts";
import { changeQuestion } from "./asking/change-question.ts";
import { closeAsDuplicate, deleteQuestion, markOutdated, markSeen } from "./asking/close-question.ts";
import { promoteQuestion } from "./asking/promote-question.ts";
import { exportQuestions } from "./lists/export-questions.ts";
import { listEdits } from "./lists/list-edits.ts";
import { listQuestions } from "./lists/list-questions.ts";
import { findExperts, findTags, readOverview } from "./lists/overview.ts";
import { presentAnswers, presentOpen, presentQuestions } from "./present.ts";
import { accessAnswer, accessQuestion } from "./public.ts";

/** Questions of colleagues and their answers. */
export function registerQuestions(context: SliceContext): void {
  const { routes, db } = context;

  async function open(viewer: RequestViewer, questionId: string) {
    return { question: await presentOpen(context, viewer, await accessQuestion(db, viewer, questionId)) };
  }

  async function openAnswer(viewer: RequestViewer, rootId: string, answerId: string) {
    const question = await accessQuestion(db, viewer, rootId);
    const [answer] = await presentAnswers(context, viewer, question, [
      await accessAnswer(db, viewer, answerId, true),
    ]);
    if (!answer) throw new Error(`the answer ${answerId} was not presented`);
    return { answer };
  }

  routes.route(questionRoutes.listQuestions, async ({ query }, { viewer }) => {
    const { rows, nextCursor } = await listQuestions(db, viewer, query);
    return { items: await presentQuestions(context, viewer, rows), nextCursor };
  });

  routes.route(questionRoutes.exportQuestions, ({ query }, { viewer }) =>
    exportQuestions(context, viewer, query),
  );

  routes.route(questionRoutes.getQuestionOverview, (_input, { viewer }) => readOverview(context, viewer));

  routes.route(questionRoutes.listQuestionTags, async ({ query }, { viewer }) => ({
    items: await findTags(db, viewer, query.text),
  }));

  routes.route(questionRoutes.listExperts, async ({ query }, { viewer }) => ({
    items: await findExperts(context, viewer, query.tags, null),
  }));

  routes.route(questionRoutes.askQuestion, async ({ body }, { viewer }) => {
    await askQuestion(context, viewer, body);
    return open(viewer, body.id);
  });

  routes.route(questionRoutes.getQuestion, ({ params }, { viewer }) => open(viewer, params.questionId));

  routes.route(questionRoutes.changeQuestion, async ({ params, body }, { viewer }) => {
    await changeQuestion(context, viewer, params.questionId, body);
    return open(viewer, params.questionId);
  });

  routes.route(questionRoutes.deleteQuestion, async ({ params }, { viewer }) => {
    await deleteQuestion(context, viewer, params.questionId);
    return undefined;
  });

  routes.route(questionRoutes.markQuestionSeen, async ({ params }, { viewer }) => {
    await markSeen(context, viewer, params.questionId);
    return undefined;
  });

  routes.route(questionRoutes.listQuestionEdits, async ({ params, query }, { viewer }) => {
    const { id } = await accessQuestion(db, viewer, params.questionId);
    return listEdits(context, id, query);
  });

  routes.route(questionRoutes.postAnswer, async ({ params, body }, { viewer }) => {
    await postAnswer(context, viewer, params.questionId, body);
    return openAnswer(viewer, params.questionId, body.id);
  });

  routes.route(questionRoutes.changeAnswer, async ({ params, body }, { viewer }) => {
    const rootId = await changeAnswer(context, viewer, params.answerId, body);
    return openAnswer(viewer, rootId, params.answerId);
  });

  routes.route(questionRoutes.deleteAnswer, async ({ params }, { viewer, request }) => {
    await deleteAnswer(context, { ...viewer, address: request.ip }, params.answerId);
    return undefined;
  });

  routes.route(questionRoutes.acceptAnswer, async ({ params, body }, { viewer, request }) => {
    await acceptAnswer(context, { ...viewer, address: request.ip }, params.questionId, body);
    return open(viewer, params.questionId);
  });

  routes.route(questionRoutes.askColleague, async ({ params, body }, { viewer }) => {
    await askColleague(context, viewer, params.questionId, body.personId);
    return open(viewer, params.questionId);
  });

  routes.route(questionRoutes.closeAsDuplicate, async ({ params, body }, { viewer, request }) => {
    await closeAsDuplicate(context, { ...viewer, address: request.ip }, params.questionId, body);
    return open(viewer, params.questionId);
  });

  routes.route(questionRoutes.promoteQuestion, async ({ params }, { viewer }) => {
    await promoteQuestion(context, viewer, params.questionId);
    return open(viewer, params.questionId);
  });

  routes.route(questionRoutes.markOutdated, async ({ params, body }, { viewer, request }) => {
    await markOutdated(context, { ...viewer, address: request.ip }, params.questionId, body);
    return open(viewer, params.questionId);
  });
}
