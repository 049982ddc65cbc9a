import { z } from "zod";

/** Events of mail, sent to viewers who may list mails or invitations. */
export const mailEvents = {
  /** A mail was queued, sent or refused, or an invitation changed. Those who show a list refetch it. */
  "mails.changed": z.object({}),
};
