import { guestRoutes } from "@atoll/contract/administration/guest-routes";
import type { PermissionHolder } from "@atoll/contract/permissions";
import type { SliceContext } from "../../../slice.ts";
import { assertAllowed } from "../policy.ts";
import { changeGuest, endGuest, promoteGuest, renameGuest } from "./change-guest.ts";
import { listGuests } from "./guest-list.ts";
import { mayInviteAnybody } from "./guest-policy.ts";

/** Registers the routes for the people who invite guests. Guests come in by the routes of invitations. */
export function registerGuests({ routes, db }: SliceContext): void {
  routes.route(guestRoutes.listGuests, async ({ query }, { viewer }) => {
    assertMayInvite(viewer);
    return listGuests(db, viewer, query);
  });
  routes.route(guestRoutes.changeGuest, async ({ params, body }, { viewer, request }) => {
    assertMayInvite(viewer);
    const acting = { viewer, address: request.ip };
    return { guest: await changeGuest(db, acting, params.guestId, body.until) };
  });
  routes.route(guestRoutes.renameGuest, async ({ params, body }, { viewer, request }) => {
    assertMayInvite(viewer);
    return { guest: await renameGuest(db, { viewer, address: request.ip }, params.guestId, body) };
  });
  routes.route(guestRoutes.endGuest, async ({ params }, { viewer, request }) => {
    assertMayInvite(viewer);
    await endGuest(db, { viewer, address: request.ip }, params.guestId);
    return undefined;
  });
  routes.route(guestRoutes.promoteGuest, async ({ params }, { viewer, request }) => {
    assertMayInvite(viewer);
    await promoteGuest(db, { viewer, address: request.ip }, params.guestId);
    return undefined;
  });
}

function assertMayInvite(viewer: PermissionHolder): void {
  assertAllowed(mayInviteAnybody(viewer), "neither guests/invite nor users/manage");
}
