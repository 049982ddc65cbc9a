import { sql } from "kysely";
import { undoable } from "../../platform/changes/undo-change.ts";
import { erasedText } from "../../platform/kinds/erasure.ts";
import { ofCompany } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { passOnJob } from "./asking/pass-on-questions.ts";
import { answerComments, questionComments } from "./comment-kinds.ts";
import {
  answerFiles,
  ownedQuestions,
  placedQuestions,
  questionFiles,
  questionSource,
  questionViews,
} from "./kinds.ts";
import { questionCard } from "./lists/dashboard-card.ts";
import { recentQuestions } from "./lists/recent-activity.ts";
import { questionNotificationDefinitions } from "./notification-kinds.ts";
import { questionChanges } from "./question-changes.ts";
import { questionRooms } from "./rooms.ts";
import { registerQuestions } from "./routes.ts";
import { answerVotes, questionVotes, tagFollowing } from "./vote-kinds.ts";

/** Community questions and their answers. */
export const questions: Slice = {
  name: "questions",
  routes: [registerQuestions],
  jobs: [passOnJob],
  rooms: () => async (viewer) => questionRooms(viewer),
  changeKinds: [undoable(questionChanges)],
  owned: [ownedQuestions],
  placed: [placedQuestions],
  fileKinds: [questionFiles, answerFiles],
  commentKinds: [questionComments, answerComments],
  voteKinds: [questionVotes, answerVotes, tagFollowing],
  notificationKinds: questionNotificationDefinitions,
  dashboardCards: [questionCard],
  recentActivity: recentQuestions,
  searchSources: [questionSource],
  viewPlaces: [questionViews],
  personalData: {
    questions: {
      title: "Questions",
      erase: {
        clears: { title: erasedText, content: "", mentions: sql`'[]'::jsonb` },
        when: "written",
        where: (personId) => sql<boolean>`(t.author_id = ${personId} OR t.id IN (SELECT a.subject_id
          FROM anonymous_authors a WHERE a.subject_kind = 'question' AND a.author_id = ${personId}))`,
      },
      of: "author_id",
      columns: ["created_at", "id", "title", "content", "is_private", "department_id", "edited_at"],
    },
    question_answers: {
      title: "Answers",
      erase: { clears: { content: erasedText, mentions: sql`'[]'::jsonb` }, when: "written" },
      of: "author_id",
      columns: ["created_at", "id", "question_id", "content", "edited_at", "deleted_at"],
    },
    question_asked: {
      title: "Questions that they were asked",
      erase: "always",
      of: "person_id",
      columns: ["question_id"],
    },
    question_edits: {
      title: "Edits of questions and answers",
      erase: {
        deletes: "written",
        where: (personId) => sql<boolean>`(t.editor_id = ${personId}
          OR t.answer_id IN (SELECT a.id FROM question_answers a WHERE a.author_id = ${personId})
          OR t.question_id IN (SELECT q.id FROM questions q WHERE q.author_id = ${personId} OR q.id IN (
            SELECT a.subject_id FROM anonymous_authors a WHERE a.subject_kind = 'question' AND a.author_id = ${personId})))`,
      },
      of: "editor_id",
      columns: ["created_at", "question_id", "answer_id"],
    },
    question_views: {
      title: "Viewed questions",
      erase: "always",
      of: "person_id",
      columns: ["seen_at", "question_id"],
    },
    question_tags: ofCompany,
  },
};
