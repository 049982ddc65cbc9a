import { answerTasks } from "../../../platform/threads/answer-tasks.ts";
import { parseDdl } from "./parse-ddl.ts";
import type { ParseTask } from "./parse-in-worker.ts";
import { parseOpenApi } from "./parse-openapi.ts";

// A thread of its own: a file that is too much for it harms nobody. See parse-in-worker.ts.
answerTasks((given) => {
  const { format, text } = given as ParseTask;
  return format === "openapi" ? parseOpenApi(text) : parseDdl(text);
});
