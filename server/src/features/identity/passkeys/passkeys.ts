import type { Passkey } from "@atoll/contract/identity/passkey-routes";
import { maxPasskeys, type NewPasskey } from "@atoll/contract/identity/passkey-schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import { notify } from "../../notifications/public.ts";
import { assertMayAdd, requiresPasskey } from "../policy.ts";
import { changeAlone, changeAs } from "../public.ts";
import { findAccount } from "../queries.ts";
import type { RequestViewer } from "../request-viewer.ts";
import { describeDevice } from "../sessions/describe-device.ts";
import type { Device } from "../sessions/device.ts";
import { checkMade, newPasskeyOptions, takeChallenge } from "./verify-passkey.ts";

/** Notes the host name that passkeys work at from now on. Those of another one count no more as their owners' passkeys. */
export async function keepPasskeySite(db: Database, site: string | null): Promise<void> {
  await sql`UPDATE passkey_site SET site = ${site} WHERE site IS DISTINCT FROM ${site}`.execute(db);
}

/** A person's passkeys, the oldest first. There are at most `maxPasskeys`. */
export function selectPasskeys(db: Database, userId: string) {
  return db
    .selectFrom("passkeys")
    .select([
      "id",
      "user_id",
      "site",
      "credential_id",
      "transports",
      "name",
      "is_synced",
      "created_at",
      "last_used_at",
    ])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id");
}
type PasskeyRow = Awaited<ReturnType<ReturnType<typeof selectPasskeys>["execute"]>>[number];

/** A passkey as its owner sees it in the settings. */
export function presentPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    site: row.site,
    isSynced: row.is_synced,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

/**
 * Starts adding a passkey. The caller has made sure of the owner.
 * @throws {AppError} `too_many_passkeys`, `passkey_setup_required` as `assertMayAdd`.
 */
export async function startPasskey(
  db: Database,
  viewer: RequestViewer,
  { site, companyName }: { site: string; companyName: string },
): Promise<{ challenge: string }> {
  assertMayAdd(viewer);
  const passkeys = await selectPasskeys(db, viewer.id).execute();
  if (passkeys.length >= maxPasskeys) throw new AppError("too_many_passkeys");
  const known = passkeys.filter((passkey) => passkey.site === site);
  return newPasskeyOptions(db, { site, companyName, person: viewer, known });
}

/**
 * Adds the passkey that the viewer's device has made, and notifies them in every way: it lets its holder in as them. The
 * session counts as signed in with it from then on. Repeating it answers the same.
 * @throws {AppError} `passkey_failed`, `too_many_passkeys`, `passkey_setup_required` as `assertMayAdd`.
 */
export async function addPasskey(
  db: Database,
  viewer: RequestViewer,
  wanted: { site: string; name: string; passkey: NewPasskey; device: Device },
): Promise<Passkey> {
  const { site, name, passkey, device } = wanted;
  const added = await findOwn(db, viewer.id, passkey.id);
  if (added) return presentPasskey(added);
  const made = await checkMade(db, passkey, { site, userId: viewer.id });
  return changeAlone(db, viewer, async (tx, current) => {
    assertMayAdd(current);
    await takeChallenge(tx, made.challenge, viewer.id);
    const known = await selectPasskeys(tx, viewer.id).execute();
    if (known.length >= maxPasskeys) throw new AppError("too_many_passkeys");
    await tx
      .insertInto("passkeys")
      .values({
        id: uuidv7(),
        user_id: viewer.id,
        site,
        credential_id: made.credentialId,
        public_key: Buffer.from(made.publicKey),
        signature_count: made.signatureCount,
        transports: passkey.response.transports ?? [],
        is_synced: made.isSynced,
        name,
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.column("credential_id").doNothing())
      .execute();
    const row = await findOwn(tx, viewer.id, made.credentialId);
    // A credential of somebody else: no device makes the same one twice.
    if (!row) throw new AppError("passkey_failed", { detail: "the credential belongs to another account" });
    await tx
      .updateTable("sessions")
      .set({ way: "passkey" })
      .where("id", "=", viewer.sessionId)
      .where("way", "=", "password")
      .execute();
    const facts = { device: describeDevice(device.userAgent), address: device.address };
    await notify(tx, { kind: "passkey.added", subjectId: row.id, people: [viewer.id], facts });
    await recordAct(tx, { ...actOf(viewer, device), action: "passkey.added", after: { name } });
    return presentPasskey(row);
  });
}

function findOwn(db: Database, userId: string, credentialId: string): Promise<PasskeyRow | undefined> {
  return selectPasskeys(db, userId).where("credential_id", "=", credentialId).executeTakeFirst();
}

/** Renames one of the viewer's passkeys. @throws {AppError} `passkey_not_found`. */
export async function renamePasskey(
  db: Database,
  viewer: RequestViewer,
  passkeyId: string,
  name: string,
): Promise<Passkey> {
  return changeAs(db, viewer, async (tx) => {
    await tx
      .updateTable("passkeys")
      .set({ name })
      .where("id", "=", passkeyId)
      .where("user_id", "=", viewer.id)
      .execute();
    const row = await selectPasskeys(tx, viewer.id).where("id", "=", passkeyId).executeTakeFirst();
    if (!row) throw new AppError("passkey_not_found");
    return presentPasskey(row);
  });
}

/**
 * Removes one of the viewer's passkeys. The caller has made sure of the owner.
 * @throws {AppError} `passkey_not_found`; `passkey_needed` for the last one, if it is what lets the viewer in.
 */
export async function removePasskey(
  db: Database,
  viewer: RequestViewer,
  { passkeyId, site }: { passkeyId: string; site: string | null },
  device: Device,
): Promise<void> {
  await changeAlone(db, viewer, async (tx) => {
    const passkeys = await selectPasskeys(tx, viewer.id).execute();
    const removed = passkeys.find(({ id }) => id === passkeyId);
    if (!removed) throw new AppError("passkey_not_found");
    const account = await findAccount(tx, { id: viewer.id });
    const isLast =
      !passkeys.some(({ id, site: at }) => id !== passkeyId && at === site) && removed.site === site;
    if (isLast && account && isNeeded(account)) throw new AppError("passkey_needed");
    await tx.deleteFrom("passkeys").where("id", "=", passkeyId).execute();
    await recordAct(tx, {
      ...actOf(viewer, device),
      action: "passkey.removed",
      before: { name: removed.name },
    });
  });
}

/** The last passkey is needed if nothing else is accepted, or it is the only second factor that a role asks for. */
function isNeeded(account: NonNullable<Awaited<ReturnType<typeof findAccount>>>): boolean {
  if (account.password_hash === null) return false;
  if (requiresPasskey(account)) return true;
  return account.roles.some(({ requiresSecondFactor }) => requiresSecondFactor) && !account.has_second_factor;
}

/**
 * Chooses whether only a passkey lets the viewer in. Their sessions that began with the password then wait for one. The
 * caller has made sure of the owner.
 * @throws {AppError} `passkey_missing` if they have none.
 */
export async function setPasskeyOnly(
  db: Database,
  viewer: RequestViewer,
  isRequired: boolean,
  device: Device,
): Promise<void> {
  await changeAlone(db, viewer, async (tx) => {
    const account = await findAccount(tx, { id: viewer.id });
    if (isRequired && !account?.has_passkey) throw new AppError("passkey_missing");
    const { rows } = await sql`UPDATE accounts SET requires_passkey = ${isRequired}
      WHERE id = ${viewer.id} AND requires_passkey <> ${isRequired} RETURNING 1`.execute(tx);
    if (rows.length === 0) return;
    await recordAct(tx, { ...actOf(viewer, device), action: "passkey.required", after: { isRequired } });
  });
}

function actOf({ id, name }: RequestViewer, { address }: Device) {
  const person = { id, name };
  return { actor: person, address, subject: { type: "user", ...person } };
}
