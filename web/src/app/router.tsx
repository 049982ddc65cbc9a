import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type ParsedLocation,
  redirect,
} from "@tanstack/react-router";
import { type ChatView, isChatView } from "../features/chat/chat-place.ts";
import { getSession } from "../lib/session.ts";
import { readAuditFilters } from "./admin/audit-search.ts";
import { readUserListState } from "./admin/user-list-state.ts";
import { readWhyQuestion } from "./admin/why-search.ts";
import { parseLoginSearch } from "./login-search.ts";
import { Root } from "./root.tsx";
import { decideAccess } from "./route-access.ts";
import { safeOrigin } from "./safe-origin.ts";
import { ErrorScreen } from "./screens/error-screen.tsx";
import { PendingScreen } from "./screens/pending-screen.tsx";
import { parseSearch, stringifySearch } from "./search-params.ts";

const rootRoute = createRootRoute({ component: Root });

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  component: lazyRouteComponent(() => import("./screens/landing-screen.tsx"), "LandingScreen"),
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  validateSearch: parseLoginSearch,
  beforeLoad: ({ search }) => {
    if (viewer()) throw redirect({ href: safeOrigin(search.origin) ?? "/dashboard", replace: true });
  },
  component: lazyRouteComponent(() => import("./screens/login-screen.tsx"), "LoginScreen"),
});

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/register",
  beforeLoad: () => {
    throw redirect({ to: "/login", replace: true });
  },
});

/** Everything that needs a sign-in: the frame, with the guard in front of it. */
const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "workspace",
  beforeLoad: ({ location }) => guard(location),
  component: lazyRouteComponent(() => import("./shell/shell.tsx"), "Shell"),
});

const dashboardRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/dashboard",
  component: lazyRouteComponent(() => import("./dashboard/dashboard-page.tsx"), "DashboardPage"),
});

const adminRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/admin",
  component: lazyRouteComponent(() => import("./admin/admin-layout.tsx"), "AdminLayout"),
});

const adminUsersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/",
  validateSearch: readUserListState,
  component: lazyRouteComponent(() => import("./admin/users-page.tsx"), "UsersPage"),
});

const adminRolesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/roles",
  component: lazyRouteComponent(() => import("./admin/roles-page.tsx"), "RolesPage"),
});

const adminDepartmentsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/departments",
  component: lazyRouteComponent(() => import("./admin/departments-page.tsx"), "DepartmentsPage"),
});

const adminImportRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/import",
  component: lazyRouteComponent(() => import("./admin/import-page.tsx"), "ImportPage"),
});

const adminAuditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/audit",
  validateSearch: readAuditFilters,
  component: lazyRouteComponent(() => import("./admin/audit-page.tsx"), "AuditPage"),
});

const adminWhyRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/why",
  validateSearch: readWhyQuestion,
  component: lazyRouteComponent(() => import("./admin/why-page.tsx"), "WhyPage"),
});

const designSystemRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/design-system",
  component: lazyRouteComponent(() => import("./design-system/design-system-page.tsx"), "DesignSystemPage"),
});

const settingsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/settings",
  validateSearch: ({ view }): { view?: "notifications" } => (view === "notifications" ? { view } : {}),
  component: lazyRouteComponent(() => import("./settings/settings-page.tsx"), "SettingsPage"),
});

const chatPage = lazyRouteComponent(() => import("./chat/chat-page.tsx"), "ChatPage");

const chatRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/chat",
  validateSearch: ({ view }): { view?: ChatView } => (isChatView(view) ? { view } : {}),
  component: chatPage,
});

const channelRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/chat/channel/$channelId",
  validateSearch: ({ message, thread }): { message?: string; thread?: string } => ({
    ...(typeof message === "string" && { message }),
    ...(typeof thread === "string" && { thread }),
  }),
  component: chatPage,
});

const otherChatRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/chat/$",
  component: chatPage,
});

/** Pages that are still to come, addresses that lead to nothing, and, by the guard, strangers' paths to `/`. */
const remainderRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "$",
  component: lazyRouteComponent(() => import("./screens/coming-screen.tsx"), "ComingScreen"),
});

const routeTree = rootRoute.addChildren([
  landingRoute,
  loginRoute,
  registerRoute,
  workspaceRoute.addChildren([
    dashboardRoute,
    adminRoute.addChildren([
      adminUsersRoute,
      adminRolesRoute,
      adminDepartmentsRoute,
      adminImportRoute,
      adminAuditRoute,
      adminWhyRoute,
    ]),
    designSystemRoute,
    settingsRoute,
    chatRoute,
    channelRoute,
    otherChatRoute,
    remainderRoute,
  ]),
]);

/** Code of the pages is loaded when they are first visited, or when the pointer rests on a link to them. */
export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  defaultPendingMs: 200,
  defaultPendingComponent: PendingScreen,
  defaultErrorComponent: ErrorScreen,
  // A chat keeps its place by itself: what the router puts back there is the place in the chat before it.
  scrollRestoration: ({ location }) => !location.pathname.startsWith("/chat/channel/"),
  scrollToTopSelectors: ["#content"],
});

export type AppRouter = typeof router;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
}

/** The frame reads `denied` and shows the Access Denied page in place of the one that was asked for. */
function guard(location: ParsedLocation): { denied: string | null } {
  const decision = decideAccess(location.pathname, viewer());
  if (decision.kind === "redirect") throw redirect({ href: decision.to, replace: true });
  if (decision.kind === "sign-in") {
    throw redirect({ to: "/login", search: { origin: location.href }, replace: true });
  }
  return { denied: decision.kind === "deny" ? decision.text : null };
}

function viewer() {
  const session = getSession();
  return session.status === "signed-in" ? session.viewer : null;
}
