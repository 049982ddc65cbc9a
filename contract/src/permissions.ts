export type PermissionPair = { resource: string; action: string };

/** The four roles that always exist, under these names. Others are the company's own. */
export const builtInRoles = ["super_admin", "admin", "user", "pending"] as const;

export function isBuiltInRole(name: string): boolean {
  return builtInRoles.some((builtIn) => builtIn === name.toLowerCase());
}

export interface PermissionHolder {
  roles: readonly { name: string }[];
  permissions: readonly PermissionPair[];
  /** A guest, who may do nothing but chat in the channels that they were added to. */
  isGuest?: true | undefined;
}

/** The permissions of guests, instead of those of a role. */
export const guestPermissions: readonly PermissionPair[] = [{ resource: "chat", action: "access" }];
/** The name that stands for the role of a guest, who holds none. */
export const guestRoleName = "guest";

/** Holds the role, whatever its case. */
export function hasRole(holder: PermissionHolder, name: string): boolean {
  return holder.roles.some((role) => role.name.toLowerCase() === name);
}

/** A person with no role other than `pending` is not approved yet. Specification, sections 1 and 6. */
export function isPending(holder: PermissionHolder): boolean {
  return holder.roles.every((role) => role.name.toLowerCase() === "pending");
}

/**
 * The permission check of section 6: super admin and admin pass, pending fails, `admin/access` stands for
 * super admin, others need the matching pair. Server and browser both decide with it.
 */
export function hasPermission(holder: PermissionHolder, resource: string, action: string): boolean {
  if (isPending(holder)) return false;
  // Also if the account should ever hold something else.
  if (holder.isGuest)
    return guestPermissions.some((pair) => pair.resource === resource && pair.action === action);
  if (hasRole(holder, "super_admin") || hasRole(holder, "admin")) return true;
  return holder.permissions.some(
    (pair) =>
      (pair.resource === resource && pair.action === action) ||
      (pair.resource === "admin" && pair.action === "access"),
  );
}

/** Role resolution of section 4, from the roles a person holds. */
export function resolveRole(holder: PermissionHolder): "SUPER_ADMIN" | "ADMIN" | "USER" | "PENDING" {
  if (hasRole(holder, "super_admin")) return "SUPER_ADMIN";
  if (hasRole(holder, "admin")) return "ADMIN";
  return isPending(holder) ? "PENDING" : "USER";
}

/** Opens the admin panel and reads what it shows. Specification, section 6 (admin page). */
export function canOpenAdmin(holder: PermissionHolder): boolean {
  return hasPermission(holder, "admin", "access");
}

/** Creates, edits, disables and deletes accounts. Specification, section 6. */
export function canManageUsers(holder: PermissionHolder): boolean {
  return hasPermission(holder, "users", "manage");
}

/**
 * Creates, renames and deletes roles and chooses their permissions: super admin or `roles:manage`, not admin.
 * `admin/access` held as a permission equals super admin. Specification, section 6.
 */
export function canManageRoles(holder: PermissionHolder): boolean {
  if (isPending(holder) || holder.isGuest) return false;
  return isSuperAdmin(holder) || holds(holder, "roles", "manage");
}

/** Gives roles to people and takes them away. */
export function canAssignRoles(holder: PermissionHolder): boolean {
  return hasPermission(holder, "roles", "assign");
}

/** Invites guests and adds them to channels. */
export function canInviteGuests(holder: PermissionHolder): boolean {
  return hasPermission(holder, "guests", "invite");
}

export function canManageDepartments(holder: PermissionHolder): boolean {
  return hasPermission(holder, "departments", "manage");
}

export function canReadAudit(holder: PermissionHolder): boolean {
  return hasPermission(holder, "audit", "read");
}

/** Imports from other products, with everything that is private there. */
export function canRunImports(holder: PermissionHolder): boolean {
  return hasPermission(holder, "imports", "run");
}

/** Creates bots, and owns those that they create. */
export function canManageBots(holder: PermissionHolder): boolean {
  return hasPermission(holder, "bots", "manage");
}

/** Sends what they can see to other systems. */
export function canManageOutgoing(holder: PermissionHolder): boolean {
  return hasPermission(holder, "webhooks", "manage");
}

/** Creates automations in the places that they manage. */
export function canManageAutomations(holder: PermissionHolder): boolean {
  return hasPermission(holder, "automations", "manage");
}

const sensitiveAreas: readonly string[] = [
  ...[
    "admin",
    "roles",
    "users",
    "guests",
    "departments",
    "audit",
    "imports",
    "bots",
    "webhooks",
    "automations",
    "cards",
  ],
];

/**
 * Returns whether a permission acts for others, sends data to other systems or reads sensitive cards. Bots never get
 * such a permission, and a directory takes over no account that has one.
 */
export function isSensitive({ resource }: PermissionPair): boolean {
  return sensitiveAreas.includes(resource);
}

/**
 * Returns the permissions of a bot: those of everyone that its owner has as well, and none of the administration or of
 * sensitive cards, whatever everyone may do.
 */
export function permissionsOfBot(
  ofEveryone: readonly PermissionPair[],
  owner: PermissionHolder,
): PermissionPair[] {
  return ofEveryone.filter((pair) => !isSensitive(pair) && hasPermission(owner, pair.resource, pair.action));
}

/** Whether a permission gives every other one, too. Specification, section 6 (admin/access equals super admin). */
export function givesEverything({ resource, action }: PermissionPair): boolean {
  return resource === "admin" && action === "access";
}

/** Super admin by role, or by the admin-access permission, which equals it. Specification, section 6. */
export function isSuperAdmin(holder: PermissionHolder): boolean {
  if (isPending(holder) || holder.isGuest) return false;
  return hasRole(holder, "super_admin") || holds(holder, "admin", "access");
}

function holds(holder: PermissionHolder, resource: string, action: string): boolean {
  return holder.permissions.some((pair) => pair.resource === resource && pair.action === action);
}
