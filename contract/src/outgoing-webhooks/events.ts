import { z } from "zod";

/** Events of outgoing webhooks. */
export const outgoingWebhookEvents = {
  /** To the owner's own devices: a webhook of theirs changed, or a delivery ended. They refetch. */
  "outgoing-webhooks.changed": z.object({}),
};
