import { passkeyRoutes } from "@atoll/contract/identity/passkey-routes";
import { AppError } from "../../../platform/app-error.ts";
import type { SliceContext } from "../../../slice.ts";
import { readLooks } from "../../workspace/public.ts";
import { assertOwner } from "../assert-owner.ts";
import { findAccount } from "../queries.ts";
import { deviceOf } from "../sessions/device.ts";
import {
  addPasskey,
  presentPasskey,
  removePasskey,
  renamePasskey,
  selectPasskeys,
  setPasskeyOnly,
  startPasskey,
} from "./passkeys.ts";
import { newSignInOptions } from "./verify-passkey.ts";

/** Registers the routes for the viewer's own passkeys, and for what one signs to sign in. */
export function registerPasskeys({ routes, db, workspace }: SliceContext): void {
  /** @throws {AppError} `passkeys_off` if browsers accept none for the address of this server. */
  function siteOf(): string {
    if (workspace.passkeySite === null) throw new AppError("passkeys_off");
    return workspace.passkeySite;
  }

  routes.route(passkeyRoutes.startPasskeySignIn, async () => ({
    options: await newSignInOptions(db, siteOf()),
  }));

  routes.route(passkeyRoutes.listPasskeys, async (_input, { viewer }) => {
    const [passkeys, account] = await Promise.all([
      selectPasskeys(db, viewer.id).execute(),
      findAccount(db, { id: viewer.id }),
    ]);
    return { passkeys: passkeys.map(presentPasskey), isRequired: account?.requires_passkey ?? false };
  });

  routes.route(passkeyRoutes.startPasskey, async ({ body }, { viewer, request }) => {
    const site = siteOf();
    await assertOwner(db, viewer, body.currentPassword, request.ip);
    const { companyName } = await readLooks(db, workspace);
    return { options: await startPasskey(db, viewer, { site, companyName }) };
  });

  routes.route(passkeyRoutes.addPasskey, async ({ body }, { viewer, request }) =>
    addPasskey(db, viewer, { ...body, site: siteOf(), device: deviceOf(request) }),
  );

  routes.route(passkeyRoutes.renamePasskey, async ({ params, body }, { viewer }) =>
    renamePasskey(db, viewer, params.passkeyId, body.name),
  );

  routes.route(passkeyRoutes.removePasskey, async ({ params, body }, { viewer, request }) => {
    await assertOwner(db, viewer, body.currentPassword, request.ip);
    await removePasskey(db, viewer, { ...params, site: workspace.passkeySite }, deviceOf(request));
    return undefined;
  });

  routes.route(passkeyRoutes.requirePasskey, async ({ body }, { viewer, request }) => {
    await assertOwner(db, viewer, body.currentPassword, request.ip);
    await setPasskeyOnly(db, viewer, body.isRequired, deviceOf(request));
    return undefined;
  });
}
