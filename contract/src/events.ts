import type { z } from "zod";
import { chatEvents } from "./chat/events.ts";
import { identityEvents } from "./identity/events.ts";
import { workspaceEvents } from "./workspace/events.ts";

/** Where the socket lives, on the same port as everything else. */
export const realtimePath = "/api/realtime";

/** Specification, section 9. */
export const heartbeatSeconds = 25;
export const heartbeatTimeoutSeconds = 10;

/** Every event the server sends, with the schema of its payload. */
export const events = { ...workspaceEvents, ...identityEvents, ...chatEvents };

export type EventName = keyof typeof events;
export type EventPayload<Name extends EventName> = z.output<(typeof events)[Name]>;

/** The map that Socket.IO's types want. */
export type ServerToBrowserEvents = { [Name in EventName]: (payload: EventPayload<Name>) => void };
