import { canOpenAdmin } from "@atoll/contract/permissions";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";
import { readAuditFilters } from "./audit-search.ts";
import { admin, adminPlaces } from "./places.ts";
import { readUserListState } from "./user-list-state.ts";
import { readWhyQuestion } from "./why-search.ts";

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/admin",
  component: lazyRouteComponent(() => import("./admin-layout.tsx"), "AdminLayout"),
});

const usersRoute = createRoute({
  getParentRoute: () => route,
  path: "/",
  validateSearch: readUserListState,
  component: lazyRouteComponent(() => import("./users-page.tsx"), "UsersPage"),
});

const rolesRoute = createRoute({
  getParentRoute: () => route,
  path: "/roles",
  component: lazyRouteComponent(() => import("./roles-page.tsx"), "RolesPage"),
});

const departmentsRoute = createRoute({
  getParentRoute: () => route,
  path: "/departments",
  component: lazyRouteComponent(() => import("./departments-page.tsx"), "DepartmentsPage"),
});

const importRoute = createRoute({
  getParentRoute: () => route,
  path: "/import",
  component: lazyRouteComponent(() => import("./import-page.tsx"), "ImportPage"),
});

const auditRoute = createRoute({
  getParentRoute: () => route,
  path: "/audit",
  validateSearch: readAuditFilters,
  component: lazyRouteComponent(() => import("./audit-page.tsx"), "AuditPage"),
});

const whyRoute = createRoute({
  getParentRoute: () => route,
  path: "/why",
  validateSearch: readWhyQuestion,
  component: lazyRouteComponent(() => import("./why-page.tsx"), "WhyPage"),
});

export const administration = {
  routes: [route.addChildren([usersRoute, rolesRoute, departmentsRoute, importRoute, auditRoute, whyRoute])],
  places: [admin, ...adminPlaces],
  ruledByRights: { key: "administration", canAsk: canOpenAdmin },
} satisfies Area;
