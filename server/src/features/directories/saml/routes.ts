import { Readable } from "node:stream";
import { signOnRoutes } from "@atoll/contract/directories/sign-on-routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import type { SliceContext } from "../../../slice.ts";
import { assertSuperAdmin } from "../../identity/public.ts";
import { findDirectory, lockDirectory, manage, recordDirectory } from "../manage/directories.ts";
import { addGroups } from "../sign-on/follow-sign-on.ts";
import { getOidcSettings, setOidcSettings } from "../sign-on/oidc.ts";
import { readMetadata, writeMetadata } from "./metadata.ts";
import {
  findSamlProvider,
  findTrial,
  getSamlSettings,
  listKeys,
  renewKey,
  setSamlSettings,
} from "./settings.ts";
import { finishSignIn, startSignIn } from "./sign-in.ts";

/** Registers the routes that only providers of single sign-on have. */
export function registerSignOn(context: SliceContext): void {
  const { routes, db, publicUrl } = context;

  routes.route(signOnRoutes.getOidcSettings, async ({ params }, { viewer }) => {
    assertSuperAdmin(viewer);
    return getOidcSettings(context, params.directoryId);
  });
  routes.route(signOnRoutes.setOidcSettings, async ({ params, body }, { viewer, request }) => {
    assertSuperAdmin(viewer);
    const changer = { ...viewer, address: request.ip };
    return { directory: await setOidcSettings(db, changer, params.directoryId, body) };
  });
  routes.route(signOnRoutes.addDirectoryGroup, async ({ params, body }, { viewer, request }) => {
    assertSuperAdmin(viewer);
    return {
      group: await addGroup(context, { ...viewer, address: request.ip }, params.directoryId, body.name),
    };
  });

  routes.route(signOnRoutes.getSamlSettings, async ({ params }, { viewer }) => {
    assertSuperAdmin(viewer);
    return getSamlSettings(context, params.directoryId);
  });
  routes.route(signOnRoutes.setSamlSettings, async ({ params, body }, { viewer, request }) => {
    assertSuperAdmin(viewer);
    const changer = { ...viewer, address: request.ip };
    return { directory: await setSamlSettings(db, changer, params.directoryId, body) };
  });
  routes.route(signOnRoutes.readSamlMetadata, async ({ params, body }, { viewer }) => {
    assertSuperAdmin(viewer);
    await findDirectory(db, params.directoryId);
    return { metadata: await readMetadata(context, body) };
  });
  routes.route(signOnRoutes.renewSamlKey, async ({ params, body }, { viewer, request }) => {
    assertSuperAdmin(viewer);
    const changer = { ...viewer, address: request.ip };
    return { directory: await renewKey(db, changer, params.directoryId, body.version) };
  });
  routes.route(signOnRoutes.startSamlTrial, async ({ params }, { viewer, cookies }) => {
    assertSuperAdmin(viewer);
    await findDirectory(db, params.directoryId);
    const provider = await findSamlProvider(context);
    if (!provider || provider.row.id !== params.directoryId) throw new AppError("saml_not_set");
    const trial = { id: uuidv7(), userId: viewer.id };
    return { location: await startSignIn(context, cookies, provider, { trial }) };
  });
  routes.route(signOnRoutes.getSamlTrial, async ({ params }, { viewer }) => {
    assertSuperAdmin(viewer);
    await findDirectory(db, params.directoryId);
    return findTrial(db, { id: params.trialId, directoryId: params.directoryId, userId: viewer.id });
  });

  routes.route(signOnRoutes.startSaml, async ({ query }, { cookies }) => {
    const provider = await findSamlProvider(context);
    if (provider?.row.state !== "on") throw new AppError("single_sign_on_off");
    return { location: await startSignIn(context, cookies, provider, { origin: query.origin }) };
  });
  routes.route(signOnRoutes.finishSaml, async (_input, { request, cookies }) =>
    finishSignIn(context, request, cookies),
  );
  routes.route(signOnRoutes.getSamlMetadata, async () => {
    const row = await db.selectFrom("directories").select("id").where("kind", "=", "saml").executeTakeFirst();
    const [key] = row ? await listKeys(db, row.id) : [];
    if (!key || publicUrl === undefined) throw new AppError("single_sign_on_off");
    return {
      status: 200 as const,
      headers: { "content-type": "application/samlmetadata+xml; charset=utf-8" },
      content: Readable.from([writeMetadata(publicUrl, key.certificate)]),
    };
  });
}

/**
 * Names a group before any of its people has signed in. Repeating it has no effect.
 * @throws {AppError} `forbidden`, `directory_not_found`, `too_many_groups`.
 */
function addGroup(
  { db }: SliceContext,
  viewer: Parameters<typeof manage>[1] & { address: string },
  directoryId: string,
  name: string,
) {
  return manage(db, viewer, async (tx) => {
    const row = await lockDirectory(tx, directoryId);
    if (row.kind !== "saml" && row.kind !== "oidc") throw new AppError("directory_not_found");
    const added = await addGroups(tx, directoryId, [name]);
    const { rows } = await sql<{ id: string; memberCount: number }>`
      SELECT id, (SELECT count(*)::int FROM directory_members m WHERE m.group_id = g.id) AS "memberCount"
      FROM directory_groups g WHERE directory_id = ${directoryId} AND external_id = ${name} AND gone_at IS NULL`.execute(
      tx,
    );
    const [group] = rows;
    if (!group) throw new AppError("too_many_groups");
    if (added > 0) await recordDirectory(tx, viewer, "directory.changed", row, { group: name });
    return { ...group, name };
  });
}
