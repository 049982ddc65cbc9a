import type { Preferences } from "@atoll/contract/identity/preferences";
import { profileRoutes } from "@atoll/contract/identity/profile-routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import type { Viewer } from "@atoll/contract/identity/schemas";
import type { RouteCall } from "@atoll/contract/route";
import { refetch } from "../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../capabilities/live/use-live-query.ts";
import { showPicture } from "../../lib/pictures.ts";
import { SpokenError } from "../../lib/request/api-error.ts";
import { call } from "../../lib/server/api-client.ts";
import { getSession, updateViewer } from "../../lib/session/session.ts";

/** Query keys of the viewer's own account. */
export const identityKeys = {
  sessions: ["identity", "sessions"],
} as const;

/** Queries the viewer's sessions. Always refetched, because an outdated list could hide an intruder. */
export function useSessions() {
  return useLiveQuery({
    queryKey: identityKeys.sessions,
    queryFn: ({ signal }) => call(identityRoutes.listSessions, {}, { signal }),
    on: { "sessions.changed": refetch },
  });
}

export const endOneSession = (sessionId: string) =>
  call(identityRoutes.endOneSession, { params: { sessionId } });

/**
 * Changes the viewer's name or password; every screen shows the new name at once. Fails if another tab has since signed
 * out. Specification, section 5.
 */
export async function updateOwnAccount(
  change: RouteCall<typeof identityRoutes.updateCurrentUser>["body"],
): Promise<void> {
  if (change.password !== undefined && getSession().status !== "signed-in")
    throw new SpokenError("No authenticated user");
  const { user } = await call(identityRoutes.updateCurrentUser, { body: change });
  updateViewer(user);
}

/** Sets the viewer's picture to an upload, or removes it; every screen shows it at once. */
export async function setPicture(attachmentId: string | null): Promise<void> {
  const { user } = await call(profileRoutes.setPicture, { body: { attachmentId } });
  updateViewer(user);
  showPicture(user.id, user.avatar);
}

/** Chooses how one reads dates, times and numbers, on all devices. */
export async function changePreferences(change: Partial<Preferences>): Promise<void> {
  const { user } = await call(profileRoutes.changePreferences, { body: change });
  updateViewer(user);
}

/** Marks a notice as read by the viewer. */
export async function dismissNotice(viewer: Viewer, noticeId: string): Promise<void> {
  await call(identityRoutes.dismissNotice, { params: { noticeId } });
  // The server also notifies every open page, except for disconnected ones.
  updateViewer({ ...viewer, notices: viewer.notices.filter(({ id }) => id !== noticeId) });
}

export const startSecondFactor = (currentPassword: string) =>
  call(identityRoutes.startSecondFactor, { body: { currentPassword } });

/** Answers the recovery codes, which the server does not show again. */
export async function confirmSecondFactor(
  viewer: Viewer,
  body: RouteCall<typeof identityRoutes.confirmSecondFactor>["body"],
): Promise<string[]> {
  const { recoveryCodes } = await call(identityRoutes.confirmSecondFactor, { body });
  // The server also notifies every open page, except for disconnected ones.
  updateViewer({ ...viewer, hasSecondFactor: true, mustSetUpSecondFactor: false });
  return recoveryCodes;
}

export async function removeSecondFactor(
  viewer: Viewer,
  body: RouteCall<typeof identityRoutes.removeSecondFactor>["body"],
): Promise<void> {
  await call(identityRoutes.removeSecondFactor, { body });
  updateViewer({ ...viewer, hasSecondFactor: false });
}
