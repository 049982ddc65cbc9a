import type { z } from "zod";
import type { ErrorCode } from "./errors/errors.ts";

/** Something a browser sends over the realtime socket, declared once as routes are. */
export interface Command {
  payload: z.ZodType;
  answer: z.ZodType;
  /** Counted per socket; more are answered `rate_limited`. */
  rateLimit: { max: number; windowSeconds: number };
  /** Guests may send it as well. To them, every other command is unknown. */
  forGuests?: true;
  /** Whether a payload, which fits the schema, writes what stays. Absent: it never does. */
  writes?: (payload: never) => boolean;
}

/** Keeps the literal types of a command, so that the server's handler and the browser's call are typed by it. */
export function defineCommand<const C extends Command>(command: C): C {
  return command;
}

/** The response to a command. */
export type Acknowledgement<Answer> = { answer: Answer } | { error: { code: ErrorCode; message: string } };
