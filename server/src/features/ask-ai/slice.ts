import type { Slice } from "../../slice.ts";
import { answerQuestions } from "./answer/answer-questions.ts";
import { broadcastModel } from "./model/broadcast-model.ts";
import { modelKey } from "./model/settings.ts";
import { registerAskAi } from "./routes.ts";
import { sweepConversationsJob } from "./sweep.ts";
import { fillVectorsJob } from "./vectors/fill-job.ts";

/**
 * Questions in plain words, answered with the passages that fit best, and with what a language model writes over them
 * where one is set up. Specification, section 1 (AI question page).
 */
export const askAi: Slice = {
  name: "ask-ai",
  routes: [registerAskAi],
  live: [answerQuestions, broadcastModel],
  jobs: [
    sweepConversationsJob,
    fillVectorsJob,
    () => ({ name: "ask-ai.reseal", cron: "47 3 * * *", run: ({ tx }) => modelKey.reseal(tx) }),
  ],
};
