import { z } from "zod";

/** Events of mail. */
export const mailEvents = {
  /** To viewers who may list mails or invitations a mail was queued, sent or refused, or an invitation changed. They refetch. */
  "mails.changed": z.object({}),
  /** To a person's own devices: which mails they get has changed, maybe by a link in a mail. They refetch. */
  "mail-preferences.changed": z.object({}),
};
