import { canOpenAdmin } from "@atoll/contract/permissions";
import { createRoute } from "@tanstack/react-router";
import type { AuditFilters } from "../../features/audit/filters.ts";
import type { Area } from "../area.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";
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

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/admin",
  component: lazyPage("AdminLayout"),
});

const usersRoute = createRoute({
  getParentRoute: () => route,
  path: "/",
  validateSearch: readUserListState,
  component: lazyPage("UsersPage"),
});

const companyRoute = createRoute({
  getParentRoute: () => route,
  path: "/company",
  component: lazyPage("CompanyPage"),
});

const rolesRoute = createRoute({
  getParentRoute: () => route,
  path: "/roles",
  component: lazyPage("RolesPage"),
});

const departmentsRoute = createRoute({
  getParentRoute: () => route,
  path: "/departments",
  component: lazyPage("DepartmentsPage"),
});

const importRoute = createRoute({
  getParentRoute: () => route,
  path: "/import",
  component: lazyPage("ImportPage"),
});

const auditRoute = createRoute({
  getParentRoute: () => route,
  path: "/audit",
  validateSearch: readAuditFilters,
  component: lazyPage("AuditPage"),
});

const whyRoute = createRoute({
  getParentRoute: () => route,
  path: "/why",
  validateSearch: readWhyQuestion,
  component: lazyPage("WhyPage"),
});

const askAiRoute = createRoute({
  getParentRoute: () => route,
  path: "/ask-ai",
  component: lazyPage("AskAiAdminPage"),
});

const askAiUsageRoute = createRoute({
  getParentRoute: () => route,
  path: "/ask-ai/usage",
  component: lazyPage("AskAiUsagePage"),
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
