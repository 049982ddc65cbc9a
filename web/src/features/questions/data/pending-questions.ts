import type { NewQuestion } from "@atoll/contract/questions/schemas";
import { outboxOf } from "../../../capabilities/offline/outbox/own-outbox.ts";
import { oneEach } from "../../../lib/signed-in.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { questionLists } from "./seen-in-questions.ts";

/** Questions that were asked without a connection, each under the id that it was first sent with. */
export const pendingQuestionsOf = oneEach((signedIn) => {
  const outbox = outboxOf(signedIn).register<{ question: NewQuestion }>({
    name: "question",
    shape: { question: "object" },
    isInOrder: true,
    async send({ body }) {
      // Comes with the pages of questions, and not with the frame: here there is only what waits.
      await (await import("./api.ts")).askQuestion(body.question);
      void signedIn.queryClient.invalidateQueries({ queryKey: questionLists });
    },
    again: ({ question }) => ({ question: { ...question, id: uuidv7() } }),
    failure: "Failed to ask the question",
    words: { one: "A question", many: "questions" },
  });
  signedIn.onEnd(outbox.end);
  return outbox;
});
