import { commandAnswerSchema } from "./schemas.ts";

/** Events of commands. */
export const commandEvents = {
  /** To the caller's own devices: a program has answered them alone. */
  "command.answered": commandAnswerSchema,
};
