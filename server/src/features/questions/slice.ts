import type { Slice } from "../../slice.ts";
import { answerComments, questionComments } from "./comment-kinds.ts";
import { questionCard } from "./dashboard-card.ts";
import { ownedQuestions } from "./owned-questions.ts";
import { passOnJob } from "./pass-on-questions.ts";
import { answerFiles, questionFiles } from "./question-files.ts";
import { questionSource } from "./question-source.ts";
import { recentQuestions } from "./recent-activity.ts";
import { questionRooms } from "./rooms.ts";
import { registerQuestions } from "./routes.ts";
import { questionToldKinds } from "./told-kinds.ts";
import { answerVotes, questionVotes, tagFollowing } from "./vote-kinds.ts";

/** Community questions and their answers. */
export const questions: Slice = {
  name: "questions",
  routes: [registerQuestions],
  jobs: [passOnJob],
  rooms: () => async (viewer) => questionRooms(viewer),
  owned: [ownedQuestions],
  fileKinds: [questionFiles, answerFiles],
  commentKinds: [questionComments, answerComments],
  voteKinds: [questionVotes, answerVotes, tagFollowing],
  notificationKinds: questionToldKinds,
  dashboardCards: [questionCard],
  recentActivity: recentQuestions,
  searchSources: [questionSource],
};
