import { passkeyRoutes } from "@atoll/contract/identity/passkey-routes";
import { request } from "../../../lib/request/request.ts";
import { replaceSession, signInBySignature } from "../../../lib/session/session.ts";
import { signWithPasskey } from "./device.ts";

/** Signs in with a passkey of this device. Throws `SpokenError` with the text for the red box above the form. */
export async function signInWithPasskey(): Promise<void> {
  const { options } = await request(passkeyRoutes.startPasskeySignIn, {});
  await signInBySignature(await signWithPasskey(options));
}

/** Signs the viewer in again, with a passkey, and ends the session that began without one. */
export async function continueWithPasskey(): Promise<void> {
  await replaceSession(signInWithPasskey);
}
