import { identityRoutes } from "@atoll/contract/identity/routes";
import type { SliceContext } from "../../../slice.ts";
import { readLooks } from "../../workspace/access.ts";
import { deviceOf } from "../sessions/device.ts";
import { assertOwner } from "./assert-owner.ts";
import { confirmSecondFactor } from "./confirm-second-factor.ts";
import { removeSecondFactor } from "./remove-second-factor.ts";
import { startSecondFactor } from "./start-second-factor.ts";

/** Registers the routes for setting up and removing the viewer's own authenticator app. */
export function registerSecondFactor({ routes, db, workspace }: SliceContext): void {
  routes.route(identityRoutes.startSecondFactor, async ({ body }, { viewer, request }) => {
    await assertOwner(db, viewer, body.currentPassword, request.ip);
    const { companyName } = await readLooks(db, workspace);
    return startSecondFactor(db, viewer, companyName);
  });

  routes.route(identityRoutes.confirmSecondFactor, async ({ body }, { viewer, request }) => ({
    recoveryCodes: await confirmSecondFactor(db, viewer, body, request.ip),
  }));

  routes.route(identityRoutes.removeSecondFactor, async ({ body }, { viewer, request }) => {
    await assertOwner(db, viewer, body.currentPassword, request.ip);
    await removeSecondFactor(db, viewer, body.code, deviceOf(request));
    return undefined;
  });
}
