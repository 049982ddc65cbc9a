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
import type { DirectoryRow } from "../people/mirror.ts";
import { followSignOn, mayLink } from "./follow-sign-on.ts";
import { type NamedGroups, usableGroups } from "./named-groups.ts";

/** Lets accounts follow the groups that the OpenID provider names in its claims, once an administrator has set it up. */
export function oidcFollower({ db }: SliceContext): SignOnFollower {
  return {
    async follow({ subject, userId, claims, address }) {
      const found = await findOidc(db);
      if (!found) return;
      const groups = groupsOfClaims(found.settings, claims);
      await followSignOn(db, found.row, { subject, userId, groups, address });
    },
    async mayLink(tx, { subject, userId, claims }) {
      const found = await findOidc(tx);
      if (found?.row.state !== "on") return true;
      return mayLink(tx, found.row, { subject, userId, groups: groupsOfClaims(found.settings, claims) });
    },
  };
}

async function findOidc(db: Database): Promise<{ row: DirectoryRow; settings: OidcSettings } | undefined> {
  const row = await db
    .selectFrom("directories")
    .selectAll()
    .where("kind", "=", "oidc")
    .where("state", "!=", "off")
    .executeTakeFirst();
  const settings = row && oidcSettingsSchema.safeParse(row.settings).data;
  return row && settings && { row, settings };
}

/**
 * Returns the groups in the claims of an OpenID provider. Entra ID replaces the list by a reference (`_claim_names`)
 * when a person has too many groups.
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
    return isElsewhere || claims.hasgroups === true ? "too_many" : "absent";
  }
  const list: unknown[] = Array.isArray(claim) ? claim : [claim];
  return usableGroups(list);
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
    const isOther = oidcSettingsSchema.safeParse(row.settings).data?.groupClaim !== settings.groupClaim;
    await tx
      .updateTable("directories")
      .set({
        ...{ settings: JSON.stringify(settings), version: version + 1 },
        ...(isOther && { groups_heard_at: null, last_problem: null }),
      })
      .where("id", "=", directoryId)
      .execute();
    await recordDirectory(tx, viewer, "directory.changed", row, { oidc: settings });
  });
  return findDirectory(db, directoryId);
}
