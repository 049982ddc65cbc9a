import { invitationRoutes } from "@atoll/contract/administration/invitation-routes";
import { joiningRoutes } from "@atoll/contract/identity/joining-routes";
import { canInviteGuests, canManageUsers, type PermissionHolder } from "@atoll/contract/permissions";
import { AppError } from "../../../platform/app-error.ts";
import type { SliceContext } from "../../../slice.ts";
import { signInProven } from "../../identity/public.ts";
import { workspaceNames } from "../../workspace/public.ts";
import { mayInvite } from "../guests/guest-policy.ts";
import { assertAllowed } from "../policy.ts";
import { acceptInvitation, readInvitation } from "./accept-invitation.ts";
import { renewInvitation, withdrawInvitation } from "./change-invitation.ts";
import { listInvitations } from "./invitation-list.ts";
import { invitePeople } from "./invite-people.ts";

/** Invitations: for administrators, and for the people who come in by their links. */
export function registerInvitations(context: SliceContext): void {
  const { routes, db, workspace, mail } = context;

  routes.route(invitationRoutes.invitePeople, async ({ body }, { viewer, request }) => {
    assertAllowed(mayInvite(body.guestUntil !== undefined)(viewer), "no right to invite");
    return invitePeople({ db, isMailed: mail !== undefined }, { viewer, address: request.ip }, body);
  });

  routes.route(invitationRoutes.listInvitations, async ({ query }, { viewer }) => {
    assertMayInvite(viewer);
    return listInvitations(db, viewer, query);
  });

  routes.route(invitationRoutes.renewInvitation, async ({ params, body }, { viewer, request }) => {
    assertMayInvite(viewer);
    if (body.by === "mail" && !mail) throw new AppError("mail_off");
    return renewInvitation(db, { viewer, address: request.ip }, params.invitationId, body.by);
  });

  routes.route(invitationRoutes.withdrawInvitation, async ({ params }, { viewer, request }) => {
    assertMayInvite(viewer);
    await withdrawInvitation(db, { viewer, address: request.ip }, params.invitationId);
    return undefined;
  });

  routes.route(joiningRoutes.readInvitation, ({ body }) => readInvitation(db, body.token));

  routes.route(joiningRoutes.acceptInvitation, async ({ body }, { request, cookies }) => {
    const names = await workspaceNames(db, workspace);
    const { userId, landing } = await acceptInvitation({ db, names }, body, request.ip);
    return { ...(await signInProven(context, userId, request, cookies)), landing };
  });
}

function assertMayInvite(viewer: PermissionHolder): void {
  assertAllowed(canManageUsers(viewer) || canInviteGuests(viewer), "neither users/manage nor guests/invite");
}
