import { createHash, randomBytes } from "node:crypto";
import type { Database } from "../../../tables.ts";
import { cookieJar } from "../sessions/cookie-jar.ts";
import type { SignOn } from "../sessions/start-session.ts";
import { attemptSeconds } from "./seal-attempt.ts";

/** From the provider's way back to the request for a token: as long as the login page takes to load. */
const handOverSeconds = 60;

/** The cookie that takes the code to the login page. */
export function handOverJar(publicUrl: string | undefined) {
  const isSecure = publicUrl?.startsWith("https:") ?? false;
  return cookieJar("sign-on-hand-over", { isSecure, sameSite: "strict", seconds: handOverSeconds });
}

/** The cookie that goes to the SAML provider and back. The provider's page posts a form from another site. */
export function samlAttemptJar(publicUrl: string | undefined) {
  // Browsers want such a cookie to be secure, and take it at `localhost`, too.
  const isSecure = publicUrl !== undefined;
  return cookieJar("saml-attempt", { isSecure, sameSite: "none", seconds: attemptSeconds });
}

/** Makes the code that the browser exchanges for a session, once. */
export async function makeHandOverCode(
  db: Database,
  userId: string,
  { issuer, subject, sid, issuedAt }: SignOn,
): Promise<string> {
  const code = randomBytes(32).toString("base64url");
  await db.deleteFrom("single_sign_on_codes").where("expires_at", "<", new Date()).execute();
  await db
    .insertInto("single_sign_on_codes")
    .values({
      code_hash: hashOf(code),
      user_id: userId,
      ...{ issuer, subject, sid, issued_at: issuedAt },
      expires_at: new Date(Date.now() + handOverSeconds * 1000),
    })
    .execute();
  return code;
}

/** Uses a code up. Undefined: there is no such code, any more. */
export async function takeHandOverCode(
  db: Database,
  code: string,
): Promise<{ userId: string; signOn: SignOn | undefined } | undefined> {
  const taken = await db
    .deleteFrom("single_sign_on_codes")
    .where("code_hash", "=", hashOf(code))
    .returning(["user_id", "expires_at", "issuer", "subject", "sid", "issued_at"])
    .executeTakeFirst();
  if (!taken || taken.expires_at.getTime() <= Date.now()) return undefined;
  const { user_id: userId, issuer, subject, sid, issued_at: issuedAt } = taken;
  const signOn = issuer !== null && subject !== null ? { issuer, subject, sid, issuedAt } : undefined;
  return { userId, signOn };
}

function hashOf(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}
