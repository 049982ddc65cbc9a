import { z } from "zod";

/** Events of automations. */
export const automationEvents = {
  /** To the owner's own devices: an automation of theirs changed, or ran. They refetch. */
  "automations.changed": z.object({}),
  /** To a person who is asked for their approval: a request was made, answered or ended. They refetch. */
  "approvals.changed": z.object({}),
};
