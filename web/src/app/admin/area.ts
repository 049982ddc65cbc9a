import { canOpenAdmin } from "@atoll/contract/permissions";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";
import { readAuditFilters } from "./audit-search.ts";
import { admin, adminPlaces } from "./places.ts";
import { readUserListState } from "./user-list-state.ts";
import { readWhyQuestion } from "./why-search.ts";

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
