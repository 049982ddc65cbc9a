import type { DigestRhythm, MailState, ReceivedState } from "@atoll/contract/mail/mail-kinds";
import { mailRoutes } from "@atoll/contract/mail/routes";
import type { MailPreferences, ReceivedMail, SentMail } from "@atoll/contract/mail/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refetch, refetchSpread } from "../../capabilities/live/follow-query.ts";
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

/** Mails that were handed over, the newest first, page after page. */
export function useReceivedMails(state: ReceivedState | undefined) {
  return usePages<ReceivedMail>({
    queryKey: ["administration", "mail", "received", state],
    fetchPage: (cursor, options) =>
      call(mailRoutes.listReceivedMails, { query: { cursor, ...(state && { state }) } }, options),
    keyOf: ({ id }) => id,
    on: { "mails.changed": refetchSpread },
    keepsPrevious: true,
  });
}

export const sendTestMail = () => call(mailRoutes.sendTestMail, {});

export const retryMail = (mailId: string) => call(mailRoutes.retryMail, { params: { mailId } });

export const setDigestOfNewPeople = (rhythm: DigestRhythm) =>
  call(mailRoutes.setDigestOfNewPeople, { body: { rhythm } });

const preferencesKey = ["mail", "preferences"] as const;

/** Which mails the viewer gets. */
export function useMailPreferences() {
  return useLiveQuery({
    queryKey: preferencesKey,
    queryFn: ({ signal }) => call(mailRoutes.getMailPreferences, {}, { signal }),
    on: { "mail-preferences.changed": refetch },
  });
}

/** Changes some of them, one change after the other. */
export function useChangeMailPreferences() {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: "mail-preferences" },
    mutationFn: (change: Partial<MailPreferences>) =>
      call(mailRoutes.changeMailPreferences, { body: change }),
    onSuccess: (answer) => queryClient.setQueryData(preferencesKey, answer),
  });
}

export const unsubscribe = (link: string) => call(mailRoutes.unsubscribe, { params: { link } });
