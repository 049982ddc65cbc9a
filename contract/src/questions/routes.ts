import { z } from "zod";
import { changeIdSchema } from "../changes/schemas.ts";
import { idSchema } from "../identifiers.ts";
import { csvPart, pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { questionOrders, questionPageSize, questionViews } from "./limits.ts";
import {
  answerChangeSchema,
  answerSchema,
  expertSchema,
  newAnswerSchema,
  newQuestionSchema,
  openQuestionSchema,
  questionChangeSchema,
  questionEditSchema,
  questionOverviewSchema,
  questionSchema,
  tagNameSchema,
  tagSchema,
} from "./schemas.ts";

const params = z.object({ questionId: idSchema });
const ofAnswer = z.object({ answerId: idSchema });
const response = z.object({ question: openQuestionSchema });
const changesOne = {
  access: "signed-in",
  rateLimit: rateLimits.write,
  params,
  status: 200,
  response,
} as const;
const reads = { method: "GET", access: "signed-in", rateLimit: rateLimits.read, status: 200 } as const;

/** The questions of a list, and their order. */
const listed = {
  view: z.enum(questionViews).default("all"),
  order: z.enum(questionOrders).default("newest"),
  tag: tagNameSchema.optional(),
  departmentId: idSchema.optional(),
  text: storableTextSchema.trim().max(200).default(""),
};

/** Questions of colleagues and their answers. */
export const questionRoutes = {
  listQuestions: defineRoute({
    ...reads,
    path: "/api/questions",
    summary: "The questions that the viewer may read, by view, order and filters.",
    query: z.object({
      ...listed,
      ...pageQuery({ size: questionPageSize, max: 100 }),
    }),
    response: pageOf(questionSchema),
    errors: [],
  }),
  exportQuestions: defineRoute({
    ...reads,
    path: "/api/questions/export",
    heavy: "bulk",
    summary:
      "Export the questions of a list as CSV, one part at a time. The first part begins with the header row.",
    query: z.object({ ...listed, ...pageQuery({ size: 250, max: 500 }) }),
    response: csvPart(),
    errors: [],
  }),
  getQuestionOverview: defineRoute({
    ...reads,
    path: "/api/questions/overview",
    heavy: "pages",
    summary: "Counts, tags, the unanswered queue and the most helpful people.",
    response: questionOverviewSchema,
    errors: [],
  }),
  listQuestionTags: defineRoute({
    ...reads,
    path: "/api/questions/tags",
    summary: "Tags that begin with a text, the most used first.",
    query: z.object({ text: z.string().trim().toLowerCase().max(40).default("") }),
    response: z.object({ items: z.array(tagSchema) }),
    errors: [],
  }),
  listExperts: defineRoute({
    ...reads,
    path: "/api/questions/experts",
    summary: "The people with the most accepted answers on these tags, or on any.",
    query: z.object({
      tags: z
        .string()
        .max(400)
        .default("")
        .transform((names) => names.split(",").filter((name) => name !== ""))
        .pipe(z.array(tagNameSchema).max(10)),
    }),
    response: z.object({ items: z.array(expertSchema) }),
    errors: [],
  }),
  askQuestion: defineRoute({
    method: "POST",
    path: "/api/questions",
    summary: "Ask a question under an id made by the browser. The same id twice is one question.",
    access: "signed-in",
    rateLimit: { max: 60, windowSeconds: 60, by: "viewer" },
    body: newQuestionSchema,
    status: 201,
    response,
    errors: ["question_id_taken", "department_not_found", "person_not_found", "attachment_not_found"],
  }),
  getQuestion: defineRoute({
    ...reads,
    path: "/api/questions/:questionId",
    summary: "A question with its answers.",
    params,
    response,
    errors: ["question_not_found"],
  }),
  changeQuestion: defineRoute({
    ...changesOne,
    method: "PATCH",
    path: "/api/questions/:questionId",
    summary: "Change your own question. Its history keeps the earlier text.",
    body: questionChangeSchema,
    errors: ["question_not_found", "forbidden", "changed_meanwhile"],
  }),
  deleteQuestion: defineRoute({
    method: "DELETE",
    path: "/api/questions/:questionId",
    summary: "Delete your own question while it has no answers.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params,
    status: 204,
    errors: ["question_not_found", "forbidden", "question_answered"],
  }),
  markQuestionSeen: defineRoute({
    method: "PUT",
    path: "/api/questions/:questionId/seen",
    summary: "The viewer looks at a question: its answers are no longer new to them.",
    access: "signed-in",
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params,
    status: 204,
    errors: ["question_not_found"],
  }),
  listQuestionEdits: defineRoute({
    ...reads,
    path: "/api/questions/:questionId/edits",
    summary: "What a question and its answers said before they were edited, the newest edit first.",
    params,
    query: z.object(pageQuery({ size: 30, max: 100 })),
    response: pageOf(questionEditSchema),
    errors: ["question_not_found"],
  }),
  postAnswer: defineRoute({
    method: "POST",
    path: "/api/questions/:questionId/answers",
    summary: "Answer a question under an id made by the browser. The same id twice is one answer.",
    access: "signed-in",
    rateLimit: { max: 60, windowSeconds: 60, by: "viewer" },
    params,
    body: newAnswerSchema,
    status: 201,
    response: z.object({ answer: answerSchema }),
    errors: [
      "question_not_found",
      "question_closed",
      "answer_id_taken",
      "forbidden",
      "too_many_answers",
      "attachment_not_found",
    ],
  }),
  changeAnswer: defineRoute({
    method: "PATCH",
    path: "/api/answers/:answerId",
    summary: "Change your own answer. Its history keeps the earlier text.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofAnswer,
    body: answerChangeSchema,
    status: 200,
    response: z.object({ answer: answerSchema }),
    errors: ["answer_not_found", "forbidden", "changed_meanwhile"],
  }),
  deleteAnswer: defineRoute({
    method: "DELETE",
    path: "/api/answers/:answerId",
    summary: "Delete your own answer. Deleting the accepted answer leaves the question unanswered.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofAnswer,
    status: 204,
    errors: ["answer_not_found", "forbidden"],
  }),
  acceptAnswer: defineRoute({
    ...changesOne,
    method: "PUT",
    path: "/api/questions/:questionId/accepted",
    summary: "Accept an answer, or none, as who asked or as a moderator.",
    body: z.object({ answerId: idSchema.nullable(), changeId: changeIdSchema }),
    errors: ["question_not_found", "answer_not_found", "forbidden", "change_id_taken"],
  }),
  askColleague: defineRoute({
    ...changesOne,
    method: "PUT",
    path: "/api/questions/:questionId/asked",
    summary:
      "Ask a colleague for an answer, as any reader may. Asking the same person again changes nothing.",
    body: z.object({ personId: idSchema }),
    errors: ["question_not_found", "question_closed", "person_not_found"],
  }),
  closeAsDuplicate: defineRoute({
    ...changesOne,
    method: "PUT",
    path: "/api/questions/:questionId/duplicate",
    summary: "Close a question as the duplicate of another, or open it again.",
    body: z.object({ duplicateOfId: idSchema.nullable(), changeId: changeIdSchema }),
    errors: ["question_not_found", "forbidden", "duplicate_loop", "change_id_taken"],
  }),
  promoteQuestion: defineRoute({
    ...changesOne,
    method: "PUT",
    path: "/api/questions/:questionId/faq",
    summary:
      "Make an entry of the FAQ from a question and its accepted answer. Doing it again changes nothing.",
    errors: ["question_not_found", "forbidden", "question_unanswered"],
  }),
  markOutdated: defineRoute({
    ...changesOne,
    method: "PUT",
    path: "/api/questions/:questionId/outdated",
    summary: "Mark the accepted answer as outdated, or confirm that it still holds.",
    body: z.object({ isOutdated: z.boolean(), changeId: changeIdSchema }),
    errors: ["question_not_found", "forbidden", "change_id_taken"],
  }),
};
