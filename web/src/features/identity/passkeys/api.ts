import { passkeyRoutes } from "@atoll/contract/identity/passkey-routes";
import type { Viewer } from "@atoll/contract/identity/schemas";
import { refetch } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";
import { updateViewer } from "../../../lib/session/session.ts";
import { makePasskey } from "./device.ts";

export const passkeyKeys = ["identity", "passkeys"] as const;

/** Queries the viewer's passkeys. Always fetched, because an outdated list could hide an intruder's. */
export function usePasskeys() {
  return useLiveQuery({
    queryKey: passkeyKeys,
    queryFn: ({ signal }) => call(passkeyRoutes.listPasskeys, {}, { signal }),
    on: { "viewer.changed": refetch },
  });
}

/** Has this device make a passkey and adds it to the viewer's account. This session then counts as one by passkey. */
export async function addPasskey(
  viewer: Viewer,
  { currentPassword, name }: { currentPassword: string; name: string },
): Promise<void> {
  const { options } = await call(passkeyRoutes.startPasskey, { body: proofOf(currentPassword) });
  const passkey = await makePasskey(options);
  await call(passkeyRoutes.addPasskey, { body: { name, passkey } });
  // The server also notifies every open page, except for disconnected ones.
  updateViewer({ ...viewer, hasPasskey: true, mustUsePasskey: false, mustSetUpSecondFactor: false });
}

export const renamePasskey = (passkeyId: string, name: string) =>
  call(passkeyRoutes.renamePasskey, { params: { passkeyId }, body: { name } });

export const removePasskey = (passkeyId: string, currentPassword: string) =>
  call(passkeyRoutes.removePasskey, { params: { passkeyId }, body: proofOf(currentPassword) });

export const requirePasskey = (isRequired: boolean, currentPassword: string) =>
  call(passkeyRoutes.requirePasskey, { body: { ...proofOf(currentPassword), isRequired } });

/** People without a password, or who have just signed in with a passkey, need not enter one. */
function proofOf(currentPassword: string): { currentPassword?: string } {
  return currentPassword ? { currentPassword } : {};
}
