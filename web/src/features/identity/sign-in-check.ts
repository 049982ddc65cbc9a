import { SpokenError } from "../../lib/request/api-error.ts";
import { loadFailure } from "../../ui/toast/load-failure.ts";

/** The schemas of signing in: they come while the fields are filled in, so that the page need not wait for them. */
export async function loadSignInSchemas() {
  try {
    return await import("./sign-in-schemas.ts");
  } catch (cause) {
    throw new SpokenError(loadFailure, { cause });
  }
}

/** Signing in with a passkey: it comes with the press, because most people never need it. */
export async function loadPasskeys() {
  try {
    return await import("./passkeys/sign-in-with-passkey.ts");
  } catch (cause) {
    throw new SpokenError(loadFailure, { cause });
  }
}
