import type { ErrorCode } from "@atoll/contract/errors/errors";

/** People without access, with the error each gets before anything else is checked. */
export const atTheDoor = {
  /** Sends no token at all. */
  nobody: "not_authenticated",
  /** Sends something that is no token. */
  garbage: "session_expired",
  /** Sends the super admin's claims, signed with another key. */
  forged: "session_expired",
  /** The access token ran out. */
  expired: "session_expired",
  /** The session was ended. */
  ended: "session_expired",
  /** The account was deleted. */
  removed: "session_expired",
  disabled: "account_disabled",
  unconfirmed: "email_not_confirmed",
  /** Lost every role but pending. */
  pending: "account_pending",
} as const satisfies Record<string, ErrorCode>;

/** The permissions of each person with access. Roles other than the built-in ones are `companyRoles`. */
export const admitted = {
  /** A role asks for a second factor, and there is none: only its set-up is open. */
  mustSetUp: { roles: ["user", "careful"], departments: ["Backend"] },
  /** An administrator has set their password, so they can only choose another one. */
  mustChoose: { roles: ["user"], departments: ["Backend"] },
  /** A role without any permission: no team chat. */
  voiceless: { roles: ["visitor"], departments: ["Backend"] },
  /** A member of another department and of no shared channel. */
  stranger: { roles: ["user"], departments: ["Marketing"] },
  member: { roles: ["user"], departments: ["Backend"] },
  author: { roles: ["user"], departments: ["Backend"] },
  departmentRole: { roles: ["user", "backend lead"], departments: ["Backend"] },
  userManager: { roles: ["user", "people office"], departments: [] },
  roleManager: { roles: ["user", "role office"], departments: [] },
  roleAssigner: { roles: ["user", "assigning office"], departments: [] },
  departmentManager: { roles: ["user", "department office"], departments: [] },
  auditor: { roles: ["user", "audit office"], departments: [] },
  admin: { roles: ["admin"], departments: [] },
  /** Holds admin/access as a permission, which equals super admin. */
  adminAccess: { roles: ["user", "stand-in"], departments: [] },
  superAdmin: { roles: ["super_admin"], departments: [] },
} as const satisfies Record<string, { roles: string[]; departments: string[] }>;

/** The company's own roles, with their permissions as `resource:action`. */
export const companyRoles: Record<
  string,
  { permissions: string[]; department?: string; requiresSecondFactor?: true }
> = {
  visitor: { permissions: [] },
  careful: { permissions: [], requiresSecondFactor: true },
  "backend lead": {
    permissions: ["cards:backend", "announcements:create", "knowledge:write"],
    department: "Backend",
  },
  "people office": { permissions: ["users:manage", "onboarding:manage"] },
  "role office": { permissions: ["roles:manage"] },
  "assigning office": { permissions: ["roles:assign"] },
  "department office": { permissions: ["departments:manage"] },
  "audit office": { permissions: ["audit:read", "announcements:publish", "knowledge:manage"] },
  "stand-in": { permissions: ["admin:access"] },
};

export type RefusedName = keyof typeof atTheDoor;
export type AdmittedName = keyof typeof admitted;
export type ActorName = RefusedName | AdmittedName;

const refusedNames = Object.keys(atTheDoor) as RefusedName[];
export const admittedNames = Object.keys(admitted) as AdmittedName[];
/** People with full access: without those who must first set up a second factor or choose a password. */
export const letInNames: readonly AdmittedName[] = admittedNames.filter(
  (name) => name !== "mustSetUp" && name !== "mustChoose",
);
/** The receivers of an event for everybody. Who lost the chat while connected still has access. */
export const everyListener = [...letInNames, "demoted" as const];
export const actorNames: readonly ActorName[] = [...refusedNames, ...admittedNames];

export interface Actor {
  name: ActorName;
  /** For a person without an account: an ID that nothing has. */
  id: string;
  email: string;
  password: string;
  sessionId: string;
  token: string | undefined;
  refreshToken: string;
  /** The network address that the proxy reports. */
  address: string;
}
