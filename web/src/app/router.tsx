import { createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { savesData } from "../lib/page/save-data.ts";
import { areas } from "./areas.ts";
import { aroundPages, landingRoute, loginRoute } from "./public-routes.ts";
import { parseSearch, stringifySearch } from "./search-params.ts";
import { rootRoute, workspaceRoute } from "./workspace-route.ts";

const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/join",
  component: linkScreen("JoinScreen"),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/forgot-password",
  component: linkScreen("ForgotPasswordScreen"),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reset-password",
  component: linkScreen("ResetPasswordScreen"),
});

const unsubscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/unsubscribe",
  component: linkScreen("UnsubscribeScreen"),
});

function linkScreen(name: keyof typeof import("./screens/link-screens.tsx")) {
  return lazyRouteComponent(() => import("./screens/link-screens.tsx"), name);
}

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/register",
  beforeLoad: () => {
    throw redirect({ to: "/login", search: { registration: "disabled" }, replace: true });
  },
});

/** Pages that are still to come, addresses that lead to nothing, and, by the guard, strangers' paths to `/`. */
const remainderRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "$",
  component: lazyRouteComponent(() => import("./screens/missing-screen.tsx"), "MissingScreen"),
});

type AreaRoute = (typeof areas)[number]["routes"][number];

const routeTree = rootRoute.addChildren([
  landingRoute,
  loginRoute,
  registerRoute,
  joinRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  unsubscribeRoute,
  workspaceRoute.addChildren([...areas.flatMap<AreaRoute>(({ routes }) => routes), remainderRoute]),
]);

/** Code of the pages is loaded when they are first visited, or when the pointer rests on a link to them. */
export const router = createRouter({
  routeTree,
  context: { areas },
  parseSearch,
  stringifySearch,
  defaultPreload: savesData() ? false : "intent",
  defaultPendingMs: 200,
  // The router would leave the spinner for half a second, also where the page is there a moment after it.
  defaultPendingMinMs: 0,
  ...aroundPages,
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
