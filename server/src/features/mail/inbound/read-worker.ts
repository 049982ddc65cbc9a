import { answerTasks } from "../../../platform/threads/answer-tasks.ts";
import { readHead, readText } from "./read-mail.ts";
import type { ReadTask } from "./work.ts";

// A thread of its own: a mail that is too much for it harms nobody. See work.ts.
answerTasks((given) => {
  const { content, head, isAnswer = false } = given as ReadTask;
  return head ? readHead(content, head) : readText(content, isAnswer);
});
