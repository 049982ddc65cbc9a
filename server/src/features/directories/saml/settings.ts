import { X509Certificate } from "node:crypto";
import type { Directory } from "@atoll/contract/directories/schemas";
import type { signOnRoutes } from "@atoll/contract/directories/sign-on-routes";
import { type SamlSettings, samlSettingsSchema } from "@atoll/contract/directories/sign-on-schemas";
import type { RouteInput, RouteOutput } from "@atoll/contract/route";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import type { Changer, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { forgetIdentities } from "../../identity/public.ts";
import { findDirectory, lockDirectory, manage, recordDirectory } from "../manage/directories.ts";
import { addSamlKey, generateSamlKey, samlPrivateKey } from "../manage/saml-keys.ts";
import type { DirectoryRow } from "../people/mirror.ts";
import { serverAddresses } from "./metadata.ts";
import type { SamlParties } from "./read-assertion.ts";

/** The SAML provider with everything that an exchange needs. */
export interface SamlProvider extends SamlParties {
  row: DirectoryRow;
}

/**
 * Returns the company's SAML provider. Undefined if there is none, its settings are missing, or this server has no
 * address of its own.
 */
export async function findSamlProvider({
  db,
  publicUrl,
}: Pick<SliceContext, "db" | "publicUrl">): Promise<SamlProvider | undefined> {
  const row = await db.selectFrom("directories").selectAll().where("kind", "=", "saml").executeTakeFirst();
  const settings = row && samlSettingsSchema.safeParse(row.settings).data;
  if (!row || !settings || publicUrl === undefined) return undefined;
  const keys = await listKeys(db, row.id);
  return {
    ...{ row, settings, ...serverAddresses(publicUrl) },
    privateKeys: await Promise.all(keys.map((key) => samlPrivateKey.open(db, key))),
  };
}

/** The keys of a directory, the newest first. */
export function listKeys(db: Database, directoryId: string) {
  return db
    .selectFrom("saml_keys")
    .selectAll()
    .where("directory_id", "=", directoryId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/**
 * Returns the settings for the form, and what the provider needs to know of this server.
 * @throws {AppError} `directory_not_found`.
 */
export async function getSamlSettings(
  { db, publicUrl }: Pick<SliceContext, "db" | "publicUrl">,
  directoryId: string,
): Promise<RouteOutput<typeof signOnRoutes.getSamlSettings>> {
  const row = await db
    .selectFrom("directories")
    .select(["version", "settings"])
    .where("id", "=", directoryId)
    .where("kind", "=", "saml")
    .executeTakeFirst();
  if (!row) throw new AppError("directory_not_found");
  const [key] = await listKeys(db, directoryId);
  return {
    version: row.version,
    settings: samlSettingsSchema.safeParse(row.settings).data ?? null,
    server:
      publicUrl === undefined || !key
        ? null
        : {
            ...serverAddresses(publicUrl),
            certificateEndsAt: new Date(new X509Certificate(key.certificate).validTo).toISOString(),
          },
  };
}

/**
 * Sets the provider and how its assertions are read.
 * @throws {AppError} `forbidden`, `directory_not_found`, `changed_meanwhile`, `saml_certificate_invalid`,
 *   `saml_people_linked`.
 */
export async function setSamlSettings(
  db: Database,
  viewer: Changer,
  directoryId: string,
  { version, settings, linksAgain }: RouteInput<typeof signOnRoutes.setSamlSettings>["body"],
): Promise<Directory> {
  settings.certificates.forEach(assertCertificate);
  await manage(db, viewer, async (tx) => {
    const row = await lockSaml(tx, directoryId);
    assertNotChanged(row, version);
    const former = samlSettingsSchema.safeParse(row.settings).data;
    const isSame = (name: keyof SamlSettings) => former?.[name] === settings[name];
    const isSameProvider = isSame("entityId");
    if (former && !(isSameProvider && isSame("subjectAttribute"))) {
      const { count } = linksAgain
        ? await unlinkPeople(tx, directoryId, former.entityId)
        : await countLinked(tx, former.entityId);
      if (count > 0 && !linksAgain) throw new AppError("saml_people_linked");
      if (count > 0) await recordDirectory(tx, viewer, "directory.changed", row, { unlinked: count });
    }
    const hasSameGroups = isSameProvider && isSame("groupsAttribute");
    await tx
      .updateTable("directories")
      .set({
        ...{ settings: JSON.stringify(settings), last_problem: null, version: version + 1 },
        ...(!hasSameGroups && { groups_heard_at: null }),
      })
      .where("id", "=", directoryId)
      .execute();
    await recordDirectory(tx, viewer, "directory.changed", row, { saml: recordedSettings(settings) });
  });
  return findDirectory(db, directoryId);
}

const issuerOf = (entityId: string) => `saml:${entityId}`;

/**
 * Forgets which accounts the people of a provider have signed in to: their identifiers mean nothing, or somebody else,
 * under other settings. Their roles and departments stay.
 */
async function unlinkPeople(tx: Database, directoryId: string, entityId: string): Promise<{ count: number }> {
  await tx.deleteFrom("directory_people").where("directory_id", "=", directoryId).execute();
  return { count: await forgetIdentities(tx, issuerOf(entityId)) };
}

function countLinked(tx: Database, entityId: string): Promise<{ count: number }> {
  return tx
    .selectFrom("single_sign_on_identities")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("issuer", "=", issuerOf(entityId))
    .executeTakeFirstOrThrow();
}

async function lockSaml(tx: Database, directoryId: string): Promise<DirectoryRow> {
  const row = await lockDirectory(tx, directoryId);
  if (row.kind !== "saml") throw new AppError("directory_not_found");
  return row;
}

/** Short RSA keys can be computed by others, who would then sign assertions. */
function assertCertificate(text: string, index: number): void {
  try {
    const { publicKey } = new X509Certificate(text);
    const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
    if (publicKey.asymmetricKeyType !== "rsa" || bits < 2048) throw new Error("the key is too short");
  } catch (error) {
    throw new AppError("saml_certificate_invalid", { figures: { count: String(index + 1) }, cause: error });
  }
}

/** The settings for the audit log, with the fingerprints of the certificates. */
function recordedSettings({ certificates, ...settings }: SamlSettings) {
  return { ...settings, certificates: certificates.map((text) => new X509Certificate(text).fingerprint256) };
}

/**
 * Makes a new key for encrypted assertions. The two before it still decrypt.
 * @throws {AppError} `forbidden`, `directory_not_found`, `changed_meanwhile`.
 */
export async function renewKey(
  db: Database,
  viewer: Changer,
  directoryId: string,
  version: number,
): Promise<Directory> {
  const key = await generateSamlKey();
  await manage(db, viewer, async (tx) => {
    const row = await lockSaml(tx, directoryId);
    assertNotChanged(row, version);
    await addSamlKey(tx, directoryId, key);
    await sql`UPDATE directories SET version = version + 1 WHERE id = ${directoryId}`.execute(tx);
    await recordDirectory(tx, viewer, "directory.secret-renewed", row);
  });
  return findDirectory(db, directoryId);
}

const trialsKept = sql.lit("15 minutes");

/** Deletes the results of trials, which contain personal data. */
export async function deleteOldTrials(db: Database): Promise<void> {
  await sql`DELETE FROM saml_trials WHERE created_at < now() - ${trialsKept}::interval`.execute(db);
}

/**
 * Returns what came in a viewer's trial of the last quarter of an hour.
 * @throws {AppError} `saml_trial_not_found`.
 */
export async function findTrial(
  db: Database,
  trial: { id: string; directoryId: string; userId: string },
): Promise<RouteOutput<typeof signOnRoutes.getSamlTrial>> {
  const row = await db
    .selectFrom("saml_trials")
    .select("result")
    .where("id", "=", trial.id)
    .where("directory_id", "=", trial.directoryId)
    .where("user_id", "=", trial.userId)
    .where("created_at", ">", sql<Date>`now() - ${trialsKept}::interval`)
    .executeTakeFirst();
  if (!row) throw new AppError("saml_trial_not_found");
  return { trial: row.result };
}

/** Keeps what came when an administrator tried a sign-in, for a quarter of an hour. */
export async function keepTrial(
  db: Database,
  trial: { id: string; directoryId: string; userId: string },
  result: RouteOutput<typeof signOnRoutes.getSamlTrial>["trial"],
): Promise<void> {
  await deleteOldTrials(db);
  const { id, directoryId, userId } = trial;
  await sql`INSERT INTO saml_trials (id, directory_id, user_id, result)
    SELECT ${id}, d.id, a.id, ${JSON.stringify(result)}::jsonb FROM directories d, accounts a
    WHERE d.id = ${directoryId} AND a.id = ${userId} ON CONFLICT (id) DO NOTHING`.execute(db);
}
