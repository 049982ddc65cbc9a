import type { AdminDepartment, AdminRole, AdminUser } from "@atoll/contract/administration/schemas";
import type { Answer, ReceivedRequest } from "../api-server.ts";
import { refuse } from "../api-server.ts";
import { testId } from "../people.ts";

/** A user of the admin panel, with nothing special unless the test says otherwise. */
export function anAdminUser(number: number, given: Partial<AdminUser> = {}): AdminUser {
  return {
    id: testId(5000 + number),
    email: `person.${number}@pelicanworks.example`,
    name: `Person ${number}`,
    avatar: null,
    roles: [{ id: userRole.id, name: "user" }],
    departments: [],
    isDisabled: false,
    hasSecondFactor: false,
    directory: null,
    mailRefusal: null,
    version: 1,
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    lastActive: null,
    canEdit: true,
    canDelete: true,
    canResetSignIn: true,
    ...given,
  };
}

function anAdminRole(number: number, name: string, given: Partial<AdminRole> = {}): AdminRole {
  return {
    id: testId(6000 + number),
    name,
    description: "",
    department: null,
    isBuiltIn: false,
    requiresSecondFactor: false,
    requiresPasskey: false,
    permissions: [],
    holderCount: 0,
    version: 1,
    canAssign: true,
    ...given,
  };
}

export const userRole = anAdminRole(1, "user", { isBuiltIn: true });
export const adminRole = anAdminRole(2, "admin", { isBuiltIn: true, canAssign: false });
export const pendingRole = anAdminRole(3, "pending", { isBuiltIn: true });
export const editorRole = anAdminRole(4, "editor");

export const marketing: AdminDepartment = {
  id: testId(7001),
  name: "Marketing",
  slug: "marketing",
  description: "",
  memberCount: 0,
  version: 1,
};

/**
 * Answers as the server does: the reads of the panel from `users`, and each write with what the test has put
 * under its method and path, such as `PATCH /api/admin/users/…`.
 */
export class AdministrationServer {
  users: AdminUser[] = [];
  roles: AdminRole[] = [userRole, adminRole, pendingRole, editorRole];
  departments: AdminDepartment[] = [marketing];
  owned: { kind: string; count: number }[] = [];
  writes: Record<string, Answer> = {};

  answer({ method, url }: ReceivedRequest): Answer {
    const { pathname, searchParams } = new URL(url, "http://test");
    const write = this.writes[`${method} ${pathname}`];
    if (write) return write;
    const one = this.users.find(({ id }) => pathname === `/api/admin/users/${id}`);
    if (one && method === "GET") return { json: { user: one } };
    if (/^\/api\/admin\/users\/[^/]+$/.test(pathname) && method === "GET") return refuse("user_not_found");
    if (pathname.endsWith("/owned")) return { json: { owned: this.owned } };
    switch (`${method} ${pathname}`) {
      case "GET /api/admin/summary":
        return {
          json: {
            userCount: this.users.length,
            activeRoleCount: 3,
            departmentCount: 1,
            pendingCount: this.users.filter(({ roles }) => roles.every(({ name }) => name === "pending"))
              .length,
          },
        };
      case "GET /api/admin/roles":
        return { json: { roles: this.roles } };
      case "GET /api/admin/departments":
        return { json: { departments: this.departments } };
      case "GET /api/admin/users":
        return { json: this.#page(searchParams) };
      default:
        return refuse("route_not_found");
    }
  }

  #page(query: URLSearchParams) {
    const search = (query.get("search") ?? "").toLowerCase();
    const found = this.users.filter(({ name }) => name.toLowerCase().includes(search));
    const size = Number(query.get("pageSize"));
    const page = Math.max(1, Math.min(Number(query.get("page") ?? 1), Math.ceil(found.length / size)));
    return { users: found.slice((page - 1) * size, page * size), total: found.length, page };
  }
}
