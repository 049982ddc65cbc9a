import { sql } from "kysely";
import { ofCompany, secretOnly } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { administrationRooms, broadcastToAdministrators } from "./broadcast-to-administrators.ts";
import { registerDepartmentAdministration } from "./department-routes.ts";
import { registerExplanation } from "./explanation-routes.ts";
import { endGuestsJob } from "./guests/change-guest.ts";
import { registerGuests } from "./guests/routes.ts";
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
    registerGuests,
  ],
  rooms: () => administrationRooms,
  live: [broadcastToAdministrators],
  refused: recordRefusals,
  jobs: [sweepInvitationsJob, endGuestsJob],
  mailKinds: [invitationMail],
  notificationKinds: [invitationAcceptedKind],
  personalData: {
    user_departments: {
      title: "Departments",
      erase: "account",
      of: "user_id",
      isOpen: true,
      columns: ["department_id"],
      more: () => ({ department: sql`(SELECT d.name FROM departments d WHERE d.id = t.department_id)` }),
    },
    invitations: {
      title: "Invitations to Atoll",
      erase: { deletes: "always", of: "accepted_by" },
      of: ["invited_by", "accepted_by"],
      columns: ["created_at", "expires_at", "accepted_at", "withdrawn_at"],
      more: (personId) => ({
        is_for_them: sql`t.accepted_by IS NOT DISTINCT FROM ${personId}`,
        email: sql`CASE WHEN t.accepted_by = ${personId} THEN t.email END`,
      }),
    },
    invitation_links: secretOnly,
    departments: ofCompany,
    roles: ofCompany,
    role_permissions: ofCompany,
    permissions: ofCompany,
  },
};
