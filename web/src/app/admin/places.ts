import {
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

/** A page of the admin panel. */
interface AdminPlace extends AreaPlace {
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

/** The places below the user table. Everyone in the panel can read the roles. */
export const adminPlaces: readonly AdminPlace[] = [
  adminPlace("invitations", "Invitations", canManageUsers),
  adminPlace("directories", "Directories", isSuperAdmin),
  adminPlace("company", "Company", canOpenAdmin),
  adminPlace("roles", "Roles", canOpenAdmin),
  adminPlace("departments", "Departments", canManageDepartments),
  // People who are no administrators can open these two: the navigation leads there.
  { ...adminPlace("audit", "Audit log", canReadAudit), group: "foot" },
  adminPlace("why", "Why", canOpenAdmin),
  adminPlace("mail", "Mail", canOpenAdmin),
  adminPlace("tokens", "Access tokens", canOpenAdmin),
  { ...adminPlace("bots", "Bots", canManageBots), group: "foot" },
  { ...adminPlace("webhooks", "Webhooks", canManageOutgoing), group: "foot" },
  adminPlace("ask-ai", "Ask AI", canOpenAdmin),
  adminPlace("import", "Import", canManageUsers),
  { ...adminPlace("moving-in", "Moving in", canRunImports), group: "foot" },
];

function adminPlace(section: string, label: string, canOpen: AdminPlace["canOpen"]): AdminPlace {
  return { path: `/admin/${section}`, label, icon: Shield, parent: admin.path, isOffered: true, canOpen };
}
