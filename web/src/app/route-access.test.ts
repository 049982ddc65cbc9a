import { expect, test } from "vitest";
import { aDepartment, aViewer, testId } from "../../test/people.ts";
import { areas } from "./areas.ts";
import { placesOf } from "./navigation/places-of.ts";
import { decideAccess, deniedTexts, mayBeManagedDepartment } from "./route-access.ts";

const withRole = (name: string, departments = aViewer().departments) =>
  aViewer({ roles: [{ id: testId(11), name }], departments });
const show = { kind: "show" };
const home = { kind: "redirect", to: "/" };

const openPages = [
  "/dashboard",
  "/design-system",
  "/ask-ai",
  "/ideas",
  "/calendar",
  "/calendar/analytics",
  "/tasks",
  "/tasks/matrix",
  "/tasks/analytics",
  "/brainstorm",
  "/announcements",
  "/announcements/5",
  "/settings",
  "/inbox",
  "/colleagues/5",
  "/community-faqs",
  "/search",
  "/knowledge-base",
  "/knowledge-base/faq",
];

test.each(openPages)("%s is for everyone who is signed in, and for nobody else", (path) => {
  expect(decideAccess(path, aViewer())).toEqual(show);
  expect(decideAccess(path, null)).toEqual({ kind: "sign-in" });
});

test.each(["/admin", "/sensitive-data", "/backend", "/marketing/seo", "/devops/tasks/5"])(
  "%s asks a stranger to sign in first",
  (path) => {
    expect(decideAccess(path, null)).toEqual({ kind: "sign-in" });
  },
);

test.each(["/welcome", "/nowhere", "/chatter", "/backendx/y", "/Admin", "/constructor", "/__proto__"])(
  "%s is unknown and leads to the landing page",
  (path) => {
    expect(decideAccess(path, null)).toEqual(home);
    expect(decideAccess(path, withRole("super_admin"))).toEqual(home);
  },
);

test("the chat opens for people who may use it, and shows Access Denied to others", () => {
  const talker = aViewer({ permissions: [{ resource: "chat", action: "access" }] });
  for (const path of ["/chat", "/chat/channel/5"]) {
    expect(decideAccess(path, talker)).toEqual(show);
    expect(decideAccess(path, withRole("admin"))).toEqual(show);
    expect(decideAccess(path, aViewer())).toEqual({ kind: "deny", text: deniedTexts.page });
    expect(decideAccess(path, null)).toEqual({ kind: "sign-in" });
  }
});

test("every place of the navigation is a page that the rules know", () => {
  for (const { path } of placesOf(areas)) {
    expect(decideAccess(path, withRole("super_admin"))).toEqual(show);
  }
});

test("a department's pages are for its members", () => {
  expect(decideAccess("/marketing", aViewer())).toEqual(show);
  expect(decideAccess("/marketing/seo", aViewer())).toEqual(show);
  expect(decideAccess("/Marketing/seo", aViewer())).toEqual(show);
  expect(decideAccess("/backend/schema", aViewer())).toEqual({
    kind: "redirect",
    to: "/business-development",
  });
  expect(decideAccess("/backend", aViewer({ departments: [] }))).toEqual({
    kind: "redirect",
    to: "/dashboard",
  });
});

test("roles do not replace membership", () => {
  expect(decideAccess("/backend", withRole("super_admin", []))).toEqual({
    kind: "redirect",
    to: "/dashboard",
  });
});

test("a department that the company added has pages as well", () => {
  const viewer = aViewer({ departments: [aDepartment("Finance")] });
  expect(decideAccess("/finance", viewer)).toEqual(show);
  expect(decideAccess("/finance", aViewer())).toEqual(home);
});

test("asks for the department of an unknown address only for those who manage departments", () => {
  const manager = withRole("super_admin", [aDepartment("Finance")]);
  expect(mayBeManagedDepartment("/office", manager)).toBe(true);
  expect(mayBeManagedDepartment("/office/invoices", manager)).toBe(true);
  expect(mayBeManagedDepartment("/office", aViewer())).toBe(false);
  for (const path of ["/", "/welcome", "/tasks", "/finance", "/backend"])
    expect(mayBeManagedDepartment(path, manager)).toBe(false);
});

test.each(["admin", "super_admin", "ADMIN", "SUPER_ADMIN"])(
  "the admin panel opens for the role %s",
  (name) => {
    expect(decideAccess("/admin", withRole(name))).toEqual(show);
  },
);

test("the admin panel opens with the admin access permission, and shows Access Denied otherwise", () => {
  expect(decideAccess("/admin", aViewer({ permissions: [{ resource: "admin", action: "access" }] }))).toEqual(
    show,
  );
  expect(decideAccess("/admin", aViewer())).toEqual({ kind: "deny", text: deniedTexts.admin });
  expect(decideAccess("/admin", withRole("pending"))).toEqual({ kind: "deny", text: deniedTexts.admin });
});

test("sensitive data is for administrators and members of Backend", () => {
  expect(decideAccess("/sensitive-data", withRole("admin", []))).toEqual(show);
  expect(decideAccess("/sensitive-data", withRole("super_admin", []))).toEqual(show);
  expect(decideAccess("/sensitive-data", aViewer({ departments: [aDepartment("Backend")] }))).toEqual(show);
  expect(decideAccess("/sensitive-data", aViewer())).toEqual({
    kind: "redirect",
    to: "/business-development",
  });
});
