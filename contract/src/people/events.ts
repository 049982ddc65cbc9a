import { z } from "zod";
import { defineCommand } from "../command.ts";
import { idSchema } from "../identifiers.ts";
import { maxWatchedPeople } from "./presence.ts";
import { presenceSchema, presenceStatusSchema } from "./presence-schemas.ts";
import { personSchema } from "./schemas.ts";

/** Events about colleagues. */
export const peopleEvents = {
  /** Sent only to browsers that look at this person. */
  "presence.changed": presenceSchema,
  /** A colleague has another name or picture, or has left. */
  "profile.changed": z.object({ person: personSchema }),
};

/** The presence commands a browser sends over the socket. Open to everyone with access. */
export const peopleCommands = {
  /** The people whose presence is on the screen, instead of those before; answers how they are now. */
  "presence.watch": defineCommand({
    forGuests: true,
    payload: z.object({ userIds: z.array(idSchema).max(maxWatchedPeople) }),
    answer: z.object({ presences: z.array(presenceSchema) }),
    rateLimit: { max: 40, windowSeconds: 10 },
  }),
  /**
   * Whether the viewer is away from the keyboard, and the status they chose: null or online for none, absent for the
   * one they chose before, on whatever device. Answers the chosen one.
   */
  "presence.set": defineCommand({
    forGuests: true,
    payload: z.object({ isIdle: z.boolean(), status: presenceStatusSchema.nullable().optional() }),
    answer: z.object({ status: presenceStatusSchema.nullable() }),
    rateLimit: { max: 20, windowSeconds: 10 },
    writes: ({ status }: { status?: unknown }) => status !== undefined,
  }),
};
