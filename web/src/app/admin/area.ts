import { canOpenAdmin } from "@atoll/contract/permissions";
import { createRoute } from "@tanstack/react-router";
import type { directorySearch } from "../../features/administration/directories/api.ts";
import type { userSearch } from "../../features/administration/users/user-list.ts";
import type { whySearch } from "../../features/administration/why/question.ts";
import type { auditSearch } from "../../features/audit/filters.ts";
import type { Area } from "../area.ts";
import { searchOf } from "../search-params.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";
import { admin, adminPlaces } from "./places.ts";

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/admin",
  component: lazyPage("AdminLayout"),
});

const usersRoute = createRoute({
  getParentRoute: () => route,
  path: "/",
  validateSearch: searchOf<typeof userSearch>,
  component: lazyPage("UsersPage"),
});

const invitationsRoute = createRoute({
  getParentRoute: () => route,
  path: "/invitations",
  component: lazyPage("InvitationsPage"),
});

const guestsRoute = createRoute({
  getParentRoute: () => route,
  path: "/guests",
  component: lazyPage("GuestsPage"),
});

const mailRoute = createRoute({
  getParentRoute: () => route,
  path: "/mail",
  component: lazyPage("MailPage"),
});

const healthRoute = createRoute({
  getParentRoute: () => route,
  path: "/health",
  component: lazyPage("HealthPage"),
});

const retentionRoute = createRoute({
  getParentRoute: () => route,
  path: "/retention",
  component: lazyPage("RetentionPage"),
});

const tokensRoute = createRoute({
  getParentRoute: () => route,
  path: "/tokens",
  component: lazyPage("TokensPage"),
});

const automationsRoute = createRoute({
  getParentRoute: () => route,
  path: "/automations",
  component: lazyPage("AutomationsPage"),
});

const repositoriesRoute = createRoute({
  getParentRoute: () => route,
  path: "/repositories",
  component: lazyPage("RepositoriesPage"),
});

const outgoingWebhooksRoute = createRoute({
  getParentRoute: () => route,
  path: "/webhooks",
  component: lazyPage("OutgoingWebhooksPage"),
});

const allWebhooksRoute = createRoute({
  getParentRoute: () => route,
  path: "/all-webhooks",
  component: lazyPage("AllWebhooksPage"),
});

const commandsRoute = createRoute({
  getParentRoute: () => route,
  path: "/commands",
  component: lazyPage("CommandsPage"),
});

const botsRoute = createRoute({
  getParentRoute: () => route,
  path: "/bots",
  component: lazyPage("BotsPage"),
});

const directoriesRoute = createRoute({
  getParentRoute: () => route,
  path: "/directories",
  validateSearch: searchOf<typeof directorySearch>,
  component: lazyPage("DirectoriesPage"),
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

const importsRoute = createRoute({
  getParentRoute: () => route,
  path: "/moving-in",
  component: lazyPage("ImportsPage"),
});

const auditRoute = createRoute({
  getParentRoute: () => route,
  path: "/audit",
  validateSearch: searchOf<typeof auditSearch>,
  component: lazyPage("AuditPage"),
});

const whyRoute = createRoute({
  getParentRoute: () => route,
  path: "/why",
  validateSearch: searchOf<typeof whySearch>,
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
      invitationsRoute,
      guestsRoute,
      botsRoute,
      automationsRoute,
      repositoriesRoute,
      outgoingWebhooksRoute,
      allWebhooksRoute,
      commandsRoute,
      directoriesRoute,
      companyRoute,
      rolesRoute,
      departmentsRoute,
      importRoute,
      importsRoute,
      auditRoute,
      whyRoute,
      mailRoute,
      healthRoute,
      retentionRoute,
      tokensRoute,
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
