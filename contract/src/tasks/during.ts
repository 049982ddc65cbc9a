import { uuidPattern } from "../uuid.ts";

const instant = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z`;
const times = new RegExp(`^(?:${instant})?~(?:${instant})?$`);
const seconds = /^\d{0,10}~\d{0,10}$/;

/**
 * The shapes of the time filters in an address of tasks, `done=2026-11-16T00:00:00.000Z~`, and of the ID of a joint
 * notification about several tasks.
 */
export const duringShapes = {
  created: times,
  done: times,
  lead: seconds,
  cycle: seconds,
  was: new RegExp(`^(?:todo|in_progress|in_review)~${instant}$`),
  told: uuidPattern,
} as const;
