import { canOpenAdmin } from "@atoll/contract/permissions";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { AuditFilters } from "../../features/audit/filters.ts";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";
import { admin, adminPlaces } from "./places.ts";
import { readUserListState } from "./user-list-state.ts";
import { readWhyQuestion } from "./why-search.ts";

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** The filters of the audit log in the address. What makes no sense counts as not said. */
function readAuditFilters(search: Record<string, unknown>): AuditFilters {
  return {
    search: fitting(search.search, /^.{1,200}$/u),
    actor: fitting(search.actor, id),
    action: fitting(search.action, /^[a-z.-]{1,100}$/),
    subject: fitting(search.subject, /^.{1,100}$/),
    from: fitting(search.from, day),
    to: fitting(search.to, day),
  };
}

function fitting(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === "string" && pattern.test(value) ? value : undefined;
}

const pages = () => import("./pages.ts");

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/admin",
  component: lazyRouteComponent(() => pages().then((all) => all.adminLayout()), "AdminLayout"),
});

const usersRoute = createRoute({
  getParentRoute: () => route,
  path: "/",
  validateSearch: readUserListState,
  component: lazyRouteComponent(() => pages().then((all) => all.usersPage()), "UsersPage"),
});

const companyRoute = createRoute({
  getParentRoute: () => route,
  path: "/company",
  component: lazyRouteComponent(() => pages().then((all) => all.companyPage()), "CompanyPage"),
});

const rolesRoute = createRoute({
  getParentRoute: () => route,
  path: "/roles",
  component: lazyRouteComponent(() => pages().then((all) => all.rolesPage()), "RolesPage"),
});

const departmentsRoute = createRoute({
  getParentRoute: () => route,
  path: "/departments",
  component: lazyRouteComponent(() => pages().then((all) => all.departmentsPage()), "DepartmentsPage"),
});

const importRoute = createRoute({
  getParentRoute: () => route,
  path: "/import",
  component: lazyRouteComponent(() => pages().then((all) => all.importPage()), "ImportPage"),
});

const auditRoute = createRoute({
  getParentRoute: () => route,
  path: "/audit",
  validateSearch: readAuditFilters,
  component: lazyRouteComponent(() => pages().then((all) => all.auditPage()), "AuditPage"),
});

const whyRoute = createRoute({
  getParentRoute: () => route,
  path: "/why",
  validateSearch: readWhyQuestion,
  component: lazyRouteComponent(() => pages().then((all) => all.whyPage()), "WhyPage"),
});

const askAiRoute = createRoute({
  getParentRoute: () => route,
  path: "/ask-ai",
  component: lazyRouteComponent(() => pages().then((all) => all.askAiPage()), "AskAiAdminPage"),
});

const askAiUsageRoute = createRoute({
  getParentRoute: () => route,
  path: "/ask-ai/usage",
  component: lazyRouteComponent(() => pages().then((all) => all.askAiUsagePage()), "AskAiUsagePage"),
});

export const administration = {
  routes: [
    route.addChildren([
      usersRoute,
      companyRoute,
      rolesRoute,
      departmentsRoute,
      importRoute,
      auditRoute,
      whyRoute,
      askAiRoute,
      askAiUsageRoute,
    ]),
  ],
  places: [
    admin,
    ...adminPlaces,
    {
      path: "/admin/ask-ai/usage",
      label: "Usage",
      icon: admin.icon,
      parent: "/admin/ask-ai",
      canOpen: canOpenAdmin,
    },
  ],
  ruledByRights: { key: "administration", canAsk: canOpenAdmin },
} satisfies Area;
