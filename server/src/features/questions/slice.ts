import type { Slice } from "../../slice.ts";
import { passOnJob } from "./asking/pass-on-questions.ts";
import { answerComments, questionComments } from "./kinds/comment-kinds.ts";
import { questionNotificationDefinitions } from "./kinds/notification-kinds.ts";
import { ownedQuestions } from "./kinds/owned-questions.ts";
import { placedQuestions } from "./kinds/placed-questions.ts";
import { answerFiles, questionFiles } from "./kinds/question-files.ts";
import { questionSource } from "./kinds/question-source.ts";
import { questionViews } from "./kinds/view-place.ts";
import { answerVotes, questionVotes, tagFollowing } from "./kinds/vote-kinds.ts";
import { questionCard } from "./lists/dashboard-card.ts";
import { recentQuestions } from "./lists/recent-activity.ts";
import { questionRooms } from "./rooms.ts";
import { registerQuestions } from "./routes.ts";

/** Community questions and their answers. */
export const questions: Slice = {
  name: "questions",
  routes: [registerQuestions],
  jobs: [passOnJob],
  rooms: () => async (viewer) => questionRooms(viewer),
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
