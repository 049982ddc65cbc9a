import { questionRoutes as routes } from "@atoll/contract/questions/routes";
import type { OpenQuestion } from "@atoll/contract/questions/schemas";
import { defineChanges } from "../../../capabilities/changes/area-changes.ts";
import type { PendingChange } from "../../../capabilities/changes/changed-area.ts";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { call } from "../../../lib/server/api-client.ts";

/** A decision about a question, on its way to the server. */
export type QuestionAct =
  | { act: "accept"; answerId: string | null }
  | { act: "close"; duplicateOfId: string | null }
  | { act: "outdate"; isOutdated: boolean };

function send(questionId: string, changeId: string, change: QuestionAct) {
  const params = { questionId };
  switch (change.act) {
    case "accept":
      return call(routes.acceptAnswer, { params, body: { answerId: change.answerId, changeId } });
    case "close":
      return call(routes.closeAsDuplicate, {
        params,
        body: { duplicateOfId: change.duplicateOfId, changeId },
      });
    case "outdate":
      return call(routes.markOutdated, { params, body: { isOutdated: change.isOutdated, changeId } });
  }
}

/** Decisions about questions: at once on the screen, queued without a connection, with Undo. */
export const questionChanges = defineChanges<QuestionAct>({
  name: "question-changes",
  send: (_signedIn, changeId, { about: [id = ""], change }) => send(id, changeId, change),
  refetches: [["questions"]],
  refusal: "could not be changed.",
  words: { one: "A change of a question", many: "changes of questions" },
});

/** Returns what makes a decision about a question. `run` rejects with the reason if the server refuses it. */
export function useDecisions(question: { id: string; title: string }) {
  const queue = useChanges(questionChanges);
  const pending = (change: QuestionAct): PendingChange<QuestionAct> => ({
    about: [question.id],
    title: `“${question.title}”`,
    said: doneWords(change),
    change,
  });
  return {
    decide: (change: QuestionAct) => queue.change(pending(change)),
    run: (change: QuestionAct) => queue.run(pending(change)),
  };
}

function doneWords(change: QuestionAct): string {
  switch (change.act) {
    case "accept":
      return change.answerId === null ? "No answer is accepted now" : "Answer accepted";
    case "close":
      return change.duplicateOfId === null ? "Question opened again" : "Closed as a duplicate";
    case "outdate":
      return change.isOutdated ? "Marked as outdated" : "Confirmed as still right";
  }
}

/** Pure: a question as it will be after a decision. The title of the other question comes with the server's answer. */
export function applyDecision(question: OpenQuestion, change: QuestionAct): OpenQuestion {
  switch (change.act) {
    case "accept": {
      const answers = question.answers.map((answer) => ({
        ...answer,
        accepted: answer.id === change.answerId ? ("yes" as const) : ("no" as const),
      }));
      const best = answers.find(({ accepted }) => accepted === "yes");
      return {
        ...question,
        answers: answers.toSorted((one, other) => Number(other === best) - Number(one === best)),
        acceptedBy: best?.author ?? null,
        isStale: false,
        isStaleByHand: false,
      };
    }
    case "close":
      return change.duplicateOfId === null ? { ...question, closedAs: null, leadsTo: null } : question;
    case "outdate":
      return { ...question, isStale: change.isOutdated, isStaleByHand: change.isOutdated };
  }
}
