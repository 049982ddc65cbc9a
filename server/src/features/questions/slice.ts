import { undoable } from "../../platform/changes/undo-change.ts";
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
};
