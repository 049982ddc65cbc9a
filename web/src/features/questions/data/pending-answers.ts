import {
  openPendingTexts,
  type UnsentText,
  unsentTextShape,
} from "../../../capabilities/composer/pending-texts.ts";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { oneEach } from "../../../lib/signed-in.ts";
import { postAnswer } from "./api.ts";

interface UnsentAnswer extends UnsentText {
  questionId: string;
}

/** The answers on their way, each under the id that it was first sent with. */
export const pendingAnswersOf = oneEach((signedIn) =>
  openPendingTexts<UnsentAnswer>(signedIn, {
    name: "answer",
    shape: { ...unsentTextShape, questionId: "string" },
    async send({ id, body: { questionId, content, mentionIds, attachmentIds } }) {
      await postAnswer(questionId, { id, content, mentionIds, attachmentIds });
      await signedIn.queryClient.invalidateQueries({ queryKey: ["questions"] });
    },
    // It arrived with an earlier try, and was deleted since.
    isDone: (error) => hasCode(error, "answer_not_found"),
    failure: "Failed to post your answer",
    words: { one: "An answer", many: "answers" },
  }),
);
