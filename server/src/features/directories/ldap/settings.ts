import { type LdapSettings, ldapSettingsSchema } from "@atoll/contract/directories/ldap-schemas";
import type { directoryRoutes } from "@atoll/contract/directories/routes";
import type { Directory } from "@atoll/contract/directories/schemas";
import type { RouteInput, RouteOutput } from "@atoll/contract/route";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import type { Changer, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { sealedColumn } from "../../identity/public.ts";
import { findDirectory, lockDirectory, manage, recordDirectory } from "../manage/directories.ts";
import type { DirectoryRow } from "../people/mirror.ts";
import type { LdapAccess } from "./connect.ts";

/** The password of the account that reads, encrypted. */
export const readerPassword = sealedColumn("directories", "directories ldap password");

/** The settings of a directory, or undefined before they are set. Another version may have written them. */
export function settingsOf({ kind, settings }: DirectoryRow): LdapSettings | undefined {
  return kind === "ldap" ? ldapSettingsSchema.safeParse(settings).data : undefined;
}

/** The way into a directory, with its settings. Undefined before they are set. */
export async function accessOf(
  { db, outbound }: Pick<SliceContext, "db" | "outbound">,
  row: DirectoryRow,
): Promise<(LdapAccess & { settings: LdapSettings }) | undefined> {
  const settings = settingsOf(row);
  return settings && { settings, outbound, password: await openPassword(db, row) };
}

async function openPassword(db: Database, { id, sealed, key_id }: DirectoryRow): Promise<string | undefined> {
  return sealed === null || key_id === null ? undefined : readerPassword.open(db, { id, sealed, key_id });
}

/**
 * Finds a directory that is read by LDAP.
 * @throws {AppError} `directory_not_found`.
 */
export async function findLdap(db: Database, directoryId: string): Promise<DirectoryRow> {
  const row = await db
    .selectFrom("directories")
    .selectAll()
    .where("id", "=", directoryId)
    .where("kind", "=", "ldap")
    .executeTakeFirst();
  if (!row) throw new AppError("directory_not_found");
  return row;
}

/** Returns the settings for the form. The password stays here. */
export async function getSettings(
  db: Database,
  directoryId: string,
): Promise<RouteOutput<typeof directoryRoutes.getLdapSettings>> {
  const row = await findLdap(db, directoryId);
  return { version: row.version, settings: settingsOf(row) ?? null, hasPassword: row.sealed !== null };
}

/**
 * Sets how a directory is read.
 * @throws {AppError} `forbidden`, `directory_not_found`, `changed_meanwhile`, `ldap_password_needed`.
 */
export async function setSettings(
  db: Database,
  viewer: Changer,
  directoryId: string,
  { version, settings, password }: RouteInput<typeof directoryRoutes.setLdapSettings>["body"],
): Promise<Directory> {
  await manage(db, viewer, async (tx) => {
    const row = await lockDirectory(tx, directoryId);
    if (row.kind !== "ldap") throw new AppError("directory_not_found");
    assertNotChanged(row, version);
    const text = passwordFor(row, settings, password);
    const sealed =
      text === undefined
        ? settings.bindDn === ""
          ? { sealed: null, key_id: null }
          : {}
        : await readerPassword.seal(tx, directoryId, text);
    await tx
      .updateTable("directories")
      .set({ settings: JSON.stringify(settings), ...sealed, version: version + 1 })
      .where("id", "=", directoryId)
      .execute();
    const { caCertificate: _, ...said } = settings;
    await recordDirectory(tx, viewer, "directory.changed", row, { ldap: said });
  });
  return findDirectory(db, directoryId);
}

/**
 * Returns the password to store, or undefined to keep the stored one, which goes only to the servers and the account that
 * it was entered for: otherwise an administrator could have it sent to a server of their own.
 * @throws {AppError} `ldap_password_needed`.
 */
export function passwordFor(
  row: DirectoryRow,
  settings: LdapSettings,
  password: string | undefined,
): string | undefined {
  if (settings.bindDn === "") return undefined;
  if (password) return password;
  const before = settingsOf(row);
  const isSame =
    before !== undefined &&
    before.bindDn === settings.bindDn &&
    before.startTls === settings.startTls &&
    before.caCertificate === settings.caCertificate &&
    settings.urls.every((url) => before.urls.includes(url));
  if (row.sealed === null || !isSame) throw new AppError("ldap_password_needed");
  return undefined;
}
