import type { NewPasskey, PasskeyProof } from "@atoll/contract/identity/passkey-schemas";
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { SpokenError } from "../../../lib/request/api-error.ts";
import { loadFailure } from "../../../ui/toast/load-failure.ts";

/**
 * Whether this browser can use passkeys on this page. They belong to the workspace's own address, and browsers offer
 * them to secure pages only.
 * @param site the host name that the server makes them for.
 */
export function arePasskeysHere(site: string | null): boolean {
  return site === location.hostname && isSecureContext && "PublicKeyCredential" in window;
}

/** Has the device make a passkey. @throws {SpokenError} if the person or the device refuses. */
export async function makePasskey(options: { challenge: string }): Promise<NewPasskey> {
  const { startRegistration } = await library();
  const { id, response } = await startRegistration({
    // Passed on as the server made them: the contract promises no more of them than the challenge.
    optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
  }).catch(explain);
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, response: { clientDataJSON, attestationObject, ...(transports && { transports }) } };
}

/** Has the device sign with one of its passkeys. @throws {SpokenError} if the person or the device refuses. */
export async function signWithPasskey(options: { challenge: string }): Promise<PasskeyProof> {
  const { startAuthentication } = await library();
  const { id, response } = await startAuthentication({
    optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
  }).catch(explain);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
}

/** Browsers give the same reason for a refusal, a wait that is over, and a passkey that does not exist. */
function explain(cause: unknown): never {
  const name = cause instanceof Error ? cause.name : "";
  if (name === "InvalidStateError")
    throw new SpokenError("This device already has a passkey for your account.", { cause });
  if (name === "NotAllowedError" || name === "AbortError")
    throw new SpokenError("No passkey was used. Try again when you are ready.", { cause });
  if (name === "ConstraintError")
    throw new SpokenError(
      "This device cannot make sure that it is you. Set up a PIN, a fingerprint or a face on it first.",
      { cause },
    );
  throw new SpokenError("This device could not use a passkey.", { cause });
}

async function library() {
  try {
    return await import("@simplewebauthn/browser");
  } catch (cause) {
    throw new SpokenError(loadFailure, { cause });
  }
}
