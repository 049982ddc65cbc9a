import type { NewPasskey, PasskeyProof } from "@atoll/contract/identity/passkey-schemas";
import type * as WebAuthn from "@simplewebauthn/server";
import { sql } from "kysely";
import { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { parseJson } from "../../../platform/parse-json.ts";
import type { Database } from "../../../tables.ts";

/** How long a device may take, in seconds. */
const challengeSeconds = 300;
/** Expired challenges that one request clears away. */
const clearedAtOnce = 100;

/** Ed25519, ES256 and RS256: what all devices can. */
const algorithms = [-8, -7, -257];

/** A passkey that a device has made, checked. */
export interface MadePasskey {
  /** The challenge that it answers: used up when the passkey is kept (`takeChallenge`). */
  challenge: string;
  credentialId: string;
  publicKey: Uint8Array;
  signatureCount: number;
  isSynced: boolean;
}

/** Returns what a device needs to sign in with any of its passkeys for this site. */
export async function newSignInOptions(db: Database, site: string): Promise<{ challenge: string }> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: site,
    timeout: challengeSeconds * 1000,
    userVerification: "required",
  });
  await keepChallenge(db, options.challenge, null);
  return options;
}

/**
 * Returns what a device needs to make a passkey for a person.
 * @param known the passkeys that they have, of which a device makes no second one.
 */
export async function newPasskeyOptions(
  db: Database,
  wanted: {
    site: string;
    companyName: string;
    person: { id: string; name: string; email: string };
    known: readonly { credential_id: string; transports: string[] }[];
  },
): Promise<{ challenge: string }> {
  const { generateRegistrationOptions } = await library();
  const { site, companyName, person, known } = wanted;
  const options = await generateRegistrationOptions({
    rpName: companyName,
    rpID: site,
    userID: new Uint8Array(Buffer.from(person.id.replaceAll("-", ""), "hex")),
    userName: person.email,
    userDisplayName: person.name,
    timeout: challengeSeconds * 1000,
    attestationType: "none",
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    // It is found without an email, and the device makes sure who holds it: two factors in one.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await keepChallenge(db, options.challenge, person.id);
  return options;
}

/**
 * Checks a passkey that a device has just made.
 * @throws {AppError} `passkey_failed` if it was not made for this site, person and challenge.
 */
export async function checkMade(
  db: Database,
  { id, response }: NewPasskey,
  { site, userId }: { site: string; userId: string },
): Promise<MadePasskey> {
  const { verifyRegistrationResponse } = await library();
  const { clientDataJSON, attestationObject } = response;
  const expected = expectedOf(clientDataJSON, site);
  const { expectedChallenge: challenge } = expected;
  if (!(await isOpen(db, challenge, userId)))
    throw new AppError("passkey_failed", { detail: "no such challenge" });
  const { registrationInfo } = await verifyRegistrationResponse({
    ...expected,
    supportedAlgorithmIDs: algorithms,
    response: { ...shell(id), response: { clientDataJSON, attestationObject } },
    requireUserVerification: true,
  }).catch(refuse);
  if (!registrationInfo) throw new AppError("passkey_failed");
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    challenge,
    credentialId: credential.id,
    publicKey: credential.publicKey,
    signatureCount: credential.counter,
    isSynced: credentialBackedUp,
  };
}

/**
 * Checks the signature of a passkey, with which a person signs in.
 * @returns how often the passkey says it was used.
 * @throws {AppError} `passkey_failed` for another site, a challenge that was used or is over, and a wrong signature.
 */
export async function checkSignature(
  db: Database,
  { id, response }: PasskeyProof,
  passkey: { site: string; public_key: Buffer; signature_count: number },
): Promise<{ signatureCount: number; isSynced: boolean }> {
  const { verifyAuthenticationResponse } = await library();
  const { clientDataJSON, authenticatorData, signature } = response;
  const expected = expectedOf(clientDataJSON, passkey.site);
  await takeChallenge(db, expected.expectedChallenge, null);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expected,
    response: { ...shell(id), response: { clientDataJSON, authenticatorData, signature } },
    credential: {
      id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.signature_count,
    },
    requireUserVerification: true,
  }).catch(refuse);
  if (!verified) throw new AppError("passkey_failed");
  return { signatureCount: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp };
}

/** The library says in an exception what does not fit: for the log. */
function refuse(cause: unknown): never {
  throw new AppError("passkey_failed", { cause });
}

const shell = (id: string) => ({ id, rawId: id, type: "public-key", clientExtensionResults: {} }) as const;

/**
 * Uses up a challenge: of two signatures of one, the second is refused.
 * @throws {AppError} `passkey_failed` for a challenge of somebody else, and one that was used or is over.
 */
export async function takeChallenge(db: Database, challenge: string, userId: string | null): Promise<void> {
  const { rows } = await sql`DELETE FROM passkey_challenges
    WHERE challenge = ${challenge} AND user_id IS NOT DISTINCT FROM ${userId}::uuid AND expires_at > now()
    RETURNING 1`.execute(db);
  if (rows.length === 0) throw new AppError("passkey_failed", { detail: "no such challenge" });
}

async function isOpen(db: Database, challenge: string, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM passkey_challenges
    WHERE challenge = ${challenge} AND user_id = ${userId} AND expires_at > now()`.execute(db);
  return rows.length > 0;
}

/**
 * Returns the challenge that a signature must be of, and the origin if it is of the site. A page may have any port, and no TLS
 * on this very machine only. The device has signed the site's name as well, so it is enough that they fit.
 */
function expectedOf(clientDataJSON: string, site: string) {
  const { challenge, origin } = signedBy(clientDataJSON);
  const url = URL.parse(origin);
  const isSecure = url?.protocol === "https:" || (site === "localhost" && url?.protocol === "http:");
  const isOfSite = url?.hostname === site && isSecure;
  return {
    expectedChallenge: challenge,
    expectedOrigin: isOfSite ? origin : `https://${site}`,
    expectedRPID: site,
  };
}

const clientDataSchema = z.object({ challenge: z.string().max(200), origin: z.string().max(2000) });

function signedBy(clientDataJSON: string): z.infer<typeof clientDataSchema> {
  try {
    return clientDataSchema.parse(parseJson(Buffer.from(clientDataJSON, "base64url").toString("utf8")));
  } catch (cause) {
    throw new AppError("passkey_failed", { cause });
  }
}

async function keepChallenge(db: Database, challenge: string, userId: string | null): Promise<void> {
  await sql`INSERT INTO passkey_challenges (challenge, user_id, expires_at)
    VALUES (${challenge}, ${userId}, now() + ${sql.lit(`${challengeSeconds} seconds`)}::interval)`.execute(
    db,
  );
  await sql`DELETE FROM passkey_challenges WHERE challenge IN (
    SELECT challenge FROM passkey_challenges WHERE expires_at < now() ORDER BY expires_at
    LIMIT ${sql.lit(clearedAtOnce)} FOR UPDATE SKIP LOCKED)`.execute(db);
}

/** Loaded at the first passkey, not at the start of the server. */
function library(): Promise<typeof WebAuthn> {
  return import("@simplewebauthn/server");
}
