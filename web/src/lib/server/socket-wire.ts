import {
  type CommandAnswer,
  type CommandName,
  commands,
  type EventName,
  type EventPayload,
  events,
} from "@atoll/contract/events";
import type { z } from "zod";

// The code that only a connection needs: the library, and the schemas of its events. No page needs it to render, so it
// is loaded when the connection is opened.
export { io } from "socket.io-client";

/** The events' schemas under a type that keeps name and payload together. */
const schemas: { [Name in EventName]: z.ZodType<EventPayload<Name>> } = events;
/** The commands under a type that keeps name and answer together. */
const answers: { [Name in CommandName]: { answer: z.ZodType<CommandAnswer<Name>> } } = commands;

export function parseEvent<Name extends EventName>(name: Name, payload: unknown) {
  return schemas[name].safeParse(payload);
}

export function parseAnswer<Name extends CommandName>(name: Name, answer: unknown) {
  return answers[name].answer.safeParse(answer);
}
