import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { parseLoginSearch } from "./login-search.ts";
import { safeOrigin } from "./safe-origin.ts";
import { ErrorScreen } from "./screens/error-screen.tsx";
import { PendingScreen } from "./screens/pending-screen.tsx";
import { rootRoute, viewer } from "./workspace-route.ts";

export const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  component: lazyRouteComponent(() => import("./screens/landing-screen.tsx"), "LandingScreen"),
});

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  validateSearch: parseLoginSearch,
  beforeLoad: ({ search }) => {
    if (viewer()) throw redirect({ href: safeOrigin(search.origin) ?? "/dashboard", replace: true });
  },
  component: lazyRouteComponent(() => import("./screens/login-screen.tsx"), "LoginScreen"),
});

/** The options for the elements around each page. The build renders public pages with the same. */
export const aroundPages = { defaultPendingComponent: PendingScreen, defaultErrorComponent: ErrorScreen };
