import { questionRoutes as routes } from "@atoll/contract/questions/routes";
import type { NewAnswer, NewQuestion, OpenQuestion } from "@atoll/contract/questions/schemas";
import type { RouteCall } from "@atoll/contract/route";
import { call } from "../../../lib/server/api-client.ts";

const of = (questionId: string) => ({ params: { questionId } });

export const askQuestion = async (body: NewQuestion) => (await call(routes.askQuestion, { body })).question;

export const changeQuestion = async (id: string, body: RouteCall<typeof routes.changeQuestion>["body"]) =>
  (await call(routes.changeQuestion, { ...of(id), body })).question;

export const deleteQuestion = (id: string) => call(routes.deleteQuestion, of(id));

export const markSeen = (id: string) => call(routes.markQuestionSeen, of(id));

export const postAnswer = async (id: string, body: NewAnswer) =>
  (await call(routes.postAnswer, { ...of(id), body })).answer;

export const changeAnswer = async (answerId: string, body: RouteCall<typeof routes.changeAnswer>["body"]) =>
  (await call(routes.changeAnswer, { params: { answerId }, body })).answer;

export const deleteAnswer = (answerId: string) => call(routes.deleteAnswer, { params: { answerId } });

export const askColleague = async (id: string, personId: string): Promise<OpenQuestion> =>
  (await call(routes.askColleague, { ...of(id), body: { personId } })).question;

export const promoteQuestion = async (id: string): Promise<OpenQuestion> =>
  (await call(routes.promoteQuestion, of(id))).question;
