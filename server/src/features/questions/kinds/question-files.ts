import { sql } from "kysely";
import type { FileKind } from "../../../platform/kinds/file-kinds.ts";
import type { RequestViewer } from "../../../slice.ts";
import { isReadable, questionOfAnswer } from "../readable.ts";

/** The files of questions. Readers of the question may read them. An anonymous question has none. */
export const questionFiles: FileKind<RequestViewer> = {
  kind: "question",
  bucket: "question-attachments",
  keyOf: ({ ownerId, filename }) => `public/${ownerId}/${filename}`,
  isOpenTo: () => true,
  isReadable: (viewer, questionId) =>
    sql<boolean>`EXISTS (SELECT FROM questions q WHERE q.id = ${questionId} AND ${isReadable(viewer)})`,
};

/** The files of answers, by the question; of a hidden answer nobody's. */
export const answerFiles: FileKind<RequestViewer> = {
  kind: "answer",
  bucket: "answer-attachments",
  keyOf: ({ ownerId, filename }) => `public/${ownerId}/${filename}`,
  isOpenTo: () => true,
  isReadable: (viewer, answerId) =>
    sql<boolean>`EXISTS (SELECT FROM questions q WHERE q.id = ${questionOfAnswer(answerId)} AND ${isReadable(viewer)}
      AND NOT EXISTS (SELECT FROM vote_subjects s
        WHERE s.id = ${answerId} AND s.kind = 'answer' AND s.hidden_at IS NOT NULL))`,
};
