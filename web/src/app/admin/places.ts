import {
  canInviteGuests,
  canManageAutomations,
  canManageBots,
  canManageDepartments,
  canManageOutgoing,
  canManageUsers,
  canOpenAdmin,
  canReadAudit,
  canRunImports,
  isSuperAdmin,
  type PermissionHolder,
} from "@atoll/contract/permissions";
import { Shield } from "lucide-react";
import type { AreaPlace } from "../area.ts";

/** The topics of the pages, in the order of the headings. */
export const adminTopics = ["People", "Access", "Content", "Programs", "System"] as const;

/** A page of the admin panel. */
interface AdminPlace extends AreaPlace {
  /** The heading that the page is listed under. */
  topic: (typeof adminTopics)[number];
  /** Besides the right to open the panel at all. */
  canOpen: (viewer: PermissionHolder) => boolean;
}

export const admin: AreaPlace = {
  path: "/admin",
  label: "Admin",
  icon: Shield,
  group: "foot",
  canOpen: canOpenAdmin,
};

/** The places next to the user table: each line is a page, listed under its topic in this order. */
export const adminPlaces: readonly AdminPlace[] = [
  adminPlace("People", "invitations", "Invitations", canManageUsers),
  { ...adminPlace("People", "guests", "Guests", canInviteGuests), group: "foot" },
  adminPlace("People", "import", "Import", canManageUsers),
  adminPlace("People", "departments", "Departments", canManageDepartments),
  adminPlace("People", "directories", "Directories", isSuperAdmin),
  // Everyone in the panel can read the roles.
  adminPlace("Access", "roles", "Roles", canOpenAdmin),
  adminPlace("Access", "why", "Why", canOpenAdmin),
  // The navigation leads people who are no administrators to the pages of its foot.
  { ...adminPlace("Access", "audit", "Audit log", canReadAudit), group: "foot" },
  { ...adminPlace("Content", "moving-in", "Moving in", canRunImports), group: "foot" },
  adminPlace("Content", "retention", "Retention", isSuperAdmin),
  adminPlace("Content", "ask-ai", "Ask AI", canOpenAdmin),
  { ...adminPlace("Programs", "bots", "Bots", canManageBots), group: "foot" },
  { ...adminPlace("Programs", "commands", "Commands", canManageBots), group: "foot" },
  { ...adminPlace("Programs", "automations", "Automations", canManageAutomations), group: "foot" },
  { ...adminPlace("Programs", "repositories", "Repositories", canManageAutomations), group: "foot" },
  { ...adminPlace("Programs", "webhooks", "Webhooks", canManageOutgoing), group: "foot" },
  adminPlace("Programs", "all-webhooks", "All webhooks", canOpenAdmin),
  adminPlace("Programs", "tokens", "Access tokens", canOpenAdmin),
  adminPlace("System", "company", "Company", canOpenAdmin),
  adminPlace("System", "mail", "Mail", canOpenAdmin),
  adminPlace("System", "health", "Health", isSuperAdmin),
];

function adminPlace(
  topic: AdminPlace["topic"],
  section: string,
  label: string,
  canOpen: AdminPlace["canOpen"],
): AdminPlace {
  return {
    path: `/admin/${section}`,
    label,
    icon: Shield,
    parent: admin.path,
    isOffered: true,
    topic,
    canOpen,
  };
}
