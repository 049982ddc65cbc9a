import type { PermissionHolder, PermissionPair } from "@atoll/contract/permissions";
import { describe, expect, test } from "vitest";
import { canGiveRole, canGrantPermission, canTouchUser } from "./policy.ts";

const superAdmin = holder(["super_admin"]);
const superByPermission = holder(["founder"], ["admin:access"]);
const admin = holder(["admin"]);
const hr = holder(["hr", "user"], ["users:manage", "chat:access"]);
const assigner = holder(["assigner"], ["roles:assign", "chat:access"]);
const auditor = holder(["auditor"], ["audit:read"]);
const backender = holder(["user"], ["chat:access", "cards:backend"]);
const pending = holder(["pending"]);
const nobody = holder([]);

describe("the accounts that a viewer may change", () => {
  test.each([
    ["a super admin reaches a super admin", superAdmin, superAdmin, true],
    ["admin access equals it", superByPermission, superAdmin, true],
    ["an admin does not", admin, superAdmin, false],
    ["nor somebody with admin access", admin, superByPermission, false],
    ["nor one who has that besides pending", admin, holder(["pending"], ["admin:access"]), false],
    ["an admin reaches an admin", admin, admin, true],
    ["and everybody below", admin, hr, true],
    ["users:manage does not reach an admin", hr, admin, false],
    ["nor who holds an administrative permission of their own", hr, auditor, false],
    ["but everyday people, whatever they see", hr, backender, true],
    ["and their equals", hr, hr, true],
    ["and who is pending", hr, pending, true],
    ["and who has no role", hr, nobody, true],
    ["a role in another case counts the same", admin, holder(["SUPER_ADMIN"]), false],
  ])("%s", (_name, viewer, target, isInReach) => {
    expect(canTouchUser(viewer, target)).toBe(isInReach);
  });
});

describe("the roles that a viewer may give", () => {
  test.each([
    ["a super admin gives super_admin", superAdmin, role("super_admin"), true],
    ["admin access equals it", superByPermission, role("super_admin"), true],
    ["nobody gives pending", superAdmin, role("pending"), false],
    ["an admin does not give admin", admin, role("admin"), false],
    ["nor super_admin in another case", admin, role("Super_Admin"), false],
    ["nor a role that holds admin access", admin, role("founder", ["admin:access"]), false],
    ["an admin gives every other", admin, role("reader", ["audit:read"]), true],
    ["but not the managing of roles, which is no admin's", admin, role("keeper", ["roles:manage"]), false],
    ["roles:assign gives what it holds itself", assigner, role("talker", ["chat:access"]), true],
    ["and an empty role", assigner, role("guest"), true],
    ["not more", assigner, role("writer", ["chat:access", "knowledge:write"]), false],
    ["users:manage alone gives none", hr, role("guest"), false],
    ["someone pending gives none", holder(["pending"], ["roles:assign"]), role("guest"), false],
  ])("%s", (_name, viewer, given, isAllowed) => {
    expect(canGiveRole(viewer, given)).toBe(isAllowed);
  });
});

test("a permission can be granted by people who have it, and admin access by super admins", () => {
  const [chat, access] = pairs(["chat:access", "admin:access"]) as [PermissionPair, PermissionPair];
  expect(canGrantPermission(superAdmin, access)).toBe(true);
  expect(canGrantPermission(admin, access)).toBe(false);
  expect(canGrantPermission(admin, chat)).toBe(true);
  expect(canGrantPermission(auditor, chat)).toBe(false);
});

function holder(roles: string[], permissions: string[] = []): PermissionHolder {
  return { roles: roles.map((name) => ({ name })), permissions: pairs(permissions) };
}

function role(name: string, permissions: string[] = []) {
  return { name, permissions: pairs(permissions) };
}

function pairs(names: string[]): PermissionPair[] {
  return names.map((name) => {
    const [resource = "", action = ""] = name.split(":");
    return { resource, action };
  });
}
