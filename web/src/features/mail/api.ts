import type { MailState } from "@atoll/contract/mail/mail-kinds";
import { mailRoutes } from "@atoll/contract/mail/routes";
import type { SentMail } from "@atoll/contract/mail/schemas";
import { refetchSpread } from "../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../capabilities/live/use-live-query.ts";
import { usePages } from "../../capabilities/live/use-pages.ts";
import { call } from "../../lib/server/api-client.ts";

/** Whether mail is set up, and how much of it waits and failed. */
export function useMailStatus() {
  return useLiveQuery({
    queryKey: ["administration", "mail", "status"],
    queryFn: ({ signal }) => call(mailRoutes.getMailStatus, {}, { signal }),
    on: { "mails.changed": refetchSpread },
    select: ({ status }) => status,
  });
}

/** Mails, the newest first, page after page. */
export function useMails(state: MailState | undefined) {
  return usePages<SentMail>({
    queryKey: ["administration", "mail", "messages", state],
    fetchPage: (cursor, options) =>
      call(mailRoutes.listMails, { query: { cursor, ...(state && { state }) } }, options),
    keyOf: ({ id }) => id,
    on: { "mails.changed": refetchSpread },
    keepsPrevious: true,
  });
}

export const sendTestMail = () => call(mailRoutes.sendTestMail, {});

export const retryMail = (mailId: string) => call(mailRoutes.retryMail, { params: { mailId } });
