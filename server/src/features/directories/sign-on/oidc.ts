import type { Directory } from "@atoll/contract/directories/schemas";
import type { signOnRoutes } from "@atoll/contract/directories/sign-on-routes";
import { type OidcSettings, oidcSettingsSchema } from "@atoll/contract/directories/sign-on-schemas";
import { identityRoutes } from "@atoll/contract/identity/routes";
import type { RouteInput, RouteOutput } from "@atoll/contract/route";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import type { Changer, SignOnFollower, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { findDirectory, lockDirectory, manage, recordDirectory } from "../manage/directories.ts";
import { followSignOn, type NamedGroups } from "./follow-sign-on.ts";

/** Lets accounts follow the groups that the OpenID provider names in its claims, once an administrator has set it up. */
export function followOidc({ db }: SliceContext): SignOnFollower {
  return async ({ subject, userId, claims, address }) => {
    const row = await db
      .selectFrom("directories")
      .selectAll()
      .where("kind", "=", "oidc")
      .where("state", "!=", "off")
      .executeTakeFirst();
    const settings = row && oidcSettingsSchema.safeParse(row.settings).data;
    if (!row || !settings) return;
    await followSignOn(db, row, { subject, userId, groups: groupsOfClaims(settings, claims), address });
  };
}

/**
 * Returns the groups in the claims of an OpenID provider. A claim that is not there says nothing. Entra ID replaces the
 * list by a reference (`_claim_names`) when a person has too many groups.
 */
function groupsOfClaims(
  { groupClaim }: OidcSettings,
  claims: Readonly<Record<string, unknown>>,
): NamedGroups {
  const claim = Object.hasOwn(claims, groupClaim) ? claims[groupClaim] : undefined;
  if (claim === undefined || claim === null) {
    const elsewhere = claims._claim_names;
    const isElsewhere =
      typeof elsewhere === "object" && elsewhere !== null && Object.hasOwn(elsewhere, groupClaim);
    return isElsewhere || claims.hasgroups === true ? "too_many" : undefined;
  }
  const list: unknown[] = Array.isArray(claim) ? claim : [claim];
  return list.filter((value) => typeof value === "string");
}

/**
 * Returns the settings for the form.
 * @throws {AppError} `directory_not_found`.
 */
export async function getOidcSettings(
  { db, singleSignOn }: SliceContext,
  directoryId: string,
): Promise<RouteOutput<typeof signOnRoutes.getOidcSettings>> {
  const row = await db
    .selectFrom("directories")
    .select(["version", "settings"])
    .where("id", "=", directoryId)
    .where("kind", "=", "oidc")
    .executeTakeFirst();
  if (!row) throw new AppError("directory_not_found");
  return {
    version: row.version,
    settings: oidcSettingsSchema.safeParse(row.settings).data ?? null,
    provider: singleSignOn
      ? {
          issuer: singleSignOn.issuer,
          logoutUrl: `${singleSignOn.publicUrl}${identityRoutes.endSessionsByProvider.path}`,
        }
      : null,
  };
}

/**
 * Sets the claim that names groups.
 * @throws {AppError} `forbidden`, `directory_not_found`, `changed_meanwhile`.
 */
export async function setOidcSettings(
  db: Database,
  viewer: Changer,
  directoryId: string,
  { version, settings }: RouteInput<typeof signOnRoutes.setOidcSettings>["body"],
): Promise<Directory> {
  await manage(db, viewer, async (tx) => {
    const row = await lockDirectory(tx, directoryId);
    if (row.kind !== "oidc") throw new AppError("directory_not_found");
    assertNotChanged(row, version);
    await tx
      .updateTable("directories")
      .set({ settings: JSON.stringify(settings), version: version + 1 })
      .where("id", "=", directoryId)
      .execute();
    await recordDirectory(tx, viewer, "directory.changed", row, { oidc: settings });
  });
  return findDirectory(db, directoryId);
}
