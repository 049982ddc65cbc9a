import { sql } from "kysely";
import { madeFrom, ofCompany } from "../../platform/kinds/personal-data.ts";
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
  personalData: {
    ask_conversations: {
      title: "Conversations with Ask AI",
      erase: "account",
      of: "user_id",
      columns: ["at", "id", "title"],
    },
    // The answers quote what they could read at that time.
    ask_turns: {
      title: "Questions to Ask AI",
      erase: "account",
      where: (personId) =>
        sql<boolean>`t.conversation_id IN (SELECT c.id FROM ask_conversations c WHERE c.user_id = ${personId})`,
      columns: ["asked_at", "conversation_id", "question", "is_helpful"],
    },
    ask_usage: {
      title: "Use of Ask AI",
      erase: "account",
      of: "user_id",
      columns: ["day", "answers", "failed", "prompt_tokens", "answer_tokens"],
    },
    ask_model: ofCompany,
    ask_vectors: madeFrom("what search finds"),
  },
};
