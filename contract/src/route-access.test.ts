import { describe, expect, test } from "vitest";
import { departmentSlug, initialDepartments } from "./departments.ts";
import { decideAccess, isReservedSlug, pageRule, type Visitor, workspacePages } from "./route-access.ts";

const visitor = (given: { roles?: string[]; permissions?: string[]; departments?: string[] }): Visitor => ({
  roles: (given.roles ?? ["user"]).map((name) => ({ name })),
  permissions: (given.permissions ?? []).map((name) => {
    const [resource = "", action = ""] = name.split(":");
    return { resource, action };
  }),
  departments: (given.departments ?? []).map((slug) => ({ slug })),
});

describe("the rule of a path", () => {
  test.each([
    ["/", "public"],
    ["/login", "public"],
    ["/register", "public"],
    ["/login/more", "unknown"],
    ["/welcome", "unknown"],
    ["/nowhere", "unknown"],
    ["/Admin", "unknown"],
    ["/__proto__", "unknown"],
    ["/constructor", "unknown"],
    ["/dashboard", "signed-in"],
    ["/tasks/matrix", "signed-in"],
    ["/knowledge-base/faq", "signed-in"],
    ["/chat", "chat"],
    ["/chat/channel/5", "chat"],
    ["/chatter", "unknown"],
    ["/admin", "admin"],
    ["/admin/roles", "admin"],
    // However somebody writes the slashes.
    ["//admin", "admin"],
    ["/admin/", "admin"],
    ["/sensitive-data/5", "sensitive-data"],
    ["/backend", "department"],
    ["/backend/schema", "department"],
    ["/backendx", "unknown"],
    ["/finance", "unknown"],
  ])("%s is %s", (path, kind) => {
    expect(pageRule(path, []).kind).toBe(kind);
  });

  test("an added department has pages for viewers who know of it", () => {
    expect(pageRule("/finance/budget", [{ slug: "finance" }])).toEqual({
      kind: "department",
      slug: "finance",
    });
  });

  test("a department's slug never hides another page", () => {
    for (const page of workspacePages) {
      expect(pageRule(`/${page}`, [{ slug: page }]).kind).not.toBe("department");
      expect(isReservedSlug(page)).toBe(true);
    }
    for (const address of ["login", "register", "welcome", "api", "assets"]) {
      expect(isReservedSlug(address)).toBe(true);
    }
    for (const name of initialDepartments) expect(isReservedSlug(departmentSlug(name))).toBe(false);
  });
});

describe("a viewer without access to a page", () => {
  test("is sent to their first department, or to the dashboard", () => {
    const inTwo = visitor({ departments: ["marketing", "devops"] });
    expect(decideAccess("/backend/tasks", inTwo)).toEqual({ kind: "redirect", to: "/marketing" });
    expect(decideAccess("/sensitive-data", inTwo)).toEqual({ kind: "redirect", to: "/marketing" });
    expect(decideAccess("/backend", visitor({}))).toEqual({ kind: "redirect", to: "/dashboard" });
  });

  test("is led to what a department has become part of", () => {
    const moved = { ...visitor({}), departments: [{ slug: "product", formerSlugs: ["design", "frontend"] }] };
    expect(decideAccess("/design", moved)).toEqual({ kind: "redirect", to: "/product" });
    // Which pages the other has is not said by those that the one had.
    expect(decideAccess("/frontend/bugs", moved)).toEqual({ kind: "redirect", to: "/product" });
    expect(decideAccess("/designs", moved)).toEqual({ kind: "redirect", to: "/" });
    expect(decideAccess("/design", visitor({}))).toEqual({ kind: "redirect", to: "/" });
  });

  test("sees Access Denied at the admin panel and the chat", () => {
    expect(decideAccess("/admin/audit", visitor({}))).toEqual({ kind: "deny", page: "admin" });
    const auditor = visitor({ permissions: ["audit:read"] });
    expect(decideAccess("/admin/audit", auditor)).toEqual({ kind: "show" });
    const mover = visitor({ permissions: ["imports:run"] });
    expect(decideAccess("/admin/moving-in", mover)).toEqual({ kind: "show" });
    for (const path of ["/admin", "/admin/audit"])
      expect(decideAccess(path, mover)).toEqual({ kind: "deny", page: "admin" });
    for (const path of ["/admin", "/admin/moving-in"])
      expect(decideAccess(path, auditor)).toEqual({ kind: "deny", page: "admin" });
    for (const [path, permission] of [
      ["/admin/bots", "bots:manage"],
      ["/admin/commands", "bots:manage"],
      ["/admin/webhooks", "webhooks:manage"],
    ] as const) {
      expect(decideAccess(path, visitor({ permissions: [permission] }))).toEqual({ kind: "show" });
      expect(decideAccess(path, auditor)).toEqual({ kind: "deny", page: "admin" });
    }
    expect(decideAccess("/admin/directories", visitor({ roles: ["admin"] }))).toEqual({
      kind: "deny",
      page: "admin",
    });
    expect(decideAccess("/admin/directories", visitor({ roles: ["super_admin"] }))).toEqual({ kind: "show" });
    expect(decideAccess("/chat", visitor({}))).toEqual({ kind: "deny", page: "other" });
  });

  test("is asked to sign in first, where there is a page", () => {
    for (const page of [...workspacePages, "backend"]) {
      expect(decideAccess(`/${page}`, null)).toEqual({ kind: "sign-in" });
    }
    expect(decideAccess("/finance", null)).toEqual({ kind: "redirect", to: "/" });
  });
});

test("sensitive data is for administrators of every kind, and for Backend", () => {
  for (const person of [
    { roles: ["admin"] },
    { roles: ["SUPER_ADMIN"] },
    { roles: ["stand-in"], permissions: ["admin:access"] },
    { departments: ["marketing", "backend"] },
  ]) {
    expect(decideAccess("/sensitive-data", visitor(person))).toEqual({ kind: "show" });
  }
  expect(decideAccess("/sensitive-data", visitor({ permissions: ["cards:backend"] })).kind).toBe("redirect");
});

test("a guest sees the chat, the inbox, their settings and things, and every other address as an unknown one", () => {
  // Also one whose account holds more than it should.
  for (const person of [visitor({}), visitor({ roles: ["super_admin"], departments: ["backend"] })]) {
    const guest: Visitor = { ...person, isGuest: true };
    const shown = [...workspacePages, "backend", "nowhere"].filter(
      (page) => decideAccess(`/${page}`, guest).kind === "show",
    );
    expect(shown.toSorted()).toEqual([
      "calendar",
      "chat",
      "inbox",
      "knowledge-base",
      "not-sent",
      "settings",
      "tasks",
    ]);
    expect(decideAccess("/dashboard", guest)).toEqual({ kind: "redirect", to: "/chat" });
    for (const path of ["/admin/users", "/backend", "/nowhere"])
      expect(decideAccess(path, guest)).toEqual({ kind: "redirect", to: "/chat" });
    // They see the list of their things of these areas, and each of them.
    const id = "01939f4e-8a7e-7c3b-9f5e-2f1d3c4b5a69";
    for (const path of [`/tasks/${id}`, `/knowledge-base/articles/${id}`, `/knowledge-base/sop/${id}`])
      expect(decideAccess(path, guest)).toEqual({ kind: "show" });
    for (const path of ["/tasks/analytics", "/knowledge-base/faq", `/knowledge-base/onboarding/${id}`])
      expect(decideAccess(path, guest)).toEqual({ kind: "redirect", to: "/chat" });
  }
});

test("never redirects to a page that the viewer may not see", () => {
  for (const departments of [[], ["backend"], ["finance", "backend"]]) {
    for (const path of ["/backend", "/devops/x", "/sensitive-data", "/admin", "/chat", "/finance", "/x"]) {
      const person = visitor({ departments });
      const decision = decideAccess(path, person);
      if (decision.kind !== "redirect") continue;
      expect(decideAccess(decision.to, person)).toEqual({ kind: "show" });
    }
  }
});
