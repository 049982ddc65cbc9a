import type { Slice } from "../../slice.ts";
import { administrationRooms, broadcastToAdministrators } from "./broadcast-to-administrators.ts";
import { registerDepartmentAdministration } from "./department-routes.ts";
import { registerExplanation } from "./explanation-routes.ts";
import { invitationAcceptedKind } from "./invitations/accept-invitation.ts";
import { sweepInvitationsJob } from "./invitations/change-invitation.ts";
import { invitationMail } from "./invitations/invitation-mail.ts";
import { registerInvitations } from "./invitations/routes.ts";
import { recordRefusals } from "./record-refusals.ts";
import { registerRoleAdministration } from "./role-routes.ts";
import { registerUserAdministration } from "./user-routes.ts";

/** The admin panel. Specification, sections 2, 5, 6 and 8 (admin). */
export const administration: Slice = {
  name: "administration",
  routes: [
    registerUserAdministration,
    registerRoleAdministration,
    registerDepartmentAdministration,
    registerExplanation,
    registerInvitations,
  ],
  rooms: () => administrationRooms,
  live: [broadcastToAdministrators],
  refused: recordRefusals,
  jobs: [sweepInvitationsJob],
  mailKinds: [invitationMail],
  notificationKinds: [invitationAcceptedKind],
};
