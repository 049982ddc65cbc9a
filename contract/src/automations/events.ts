import { z } from "zod";

/** Events of automations. */
export const automationEvents = {
  /** To the owner's own devices: an automation of theirs changed, or ran. They refetch. */
  "automations.changed": z.object({}),
};
