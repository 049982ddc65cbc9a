import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Database } from "../../../tables.ts";
import { sealedColumn } from "../../identity/public.ts";
import { selfSignedCertificate } from "./self-signed.ts";

/** The private keys for which SAML providers encrypt assertions. */
export const samlPrivateKey = sealedColumn("saml_keys", "directories saml key");

interface SamlKey {
  /** In PEM. */
  certificate: string;
  privateKey: string;
}

/** Generates a key pair with its certificate. Slow: never inside a transaction. */
export async function generateSamlKey(): Promise<SamlKey> {
  const pair = await promisify(generateKeyPair)("rsa", { modulusLength: 3072 });
  return {
    certificate: selfSignedCertificate(pair, "Atoll SAML"),
    privateKey: pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/**
 * Adds a key, which is the one in the metadata from now on. The two before it still decrypt: the provider may not have
 * read the metadata between two renewals. Older ones are deleted.
 */
export async function addSamlKey(
  tx: Database,
  directoryId: string,
  { certificate, privateKey }: SamlKey,
): Promise<void> {
  const id = uuidv7();
  await sql`DELETE FROM saml_keys WHERE directory_id = ${directoryId} AND id NOT IN (
    SELECT id FROM saml_keys WHERE directory_id = ${directoryId} ORDER BY created_at DESC LIMIT 2)`.execute(
    tx,
  );
  await tx
    .insertInto("saml_keys")
    .values({
      id,
      directory_id: directoryId,
      certificate,
      ...(await samlPrivateKey.seal(tx, id, privateKey)),
    })
    .execute();
}
