import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  type ParsedLocation,
  redirect,
} from "@tanstack/react-router";
import { getSession } from "../lib/session/session.ts";
import type { Area } from "./area.ts";
import { Root } from "./root.tsx";
import { decideAccess } from "./route-access.ts";

export const rootRoute = createRootRouteWithContext<{ areas: readonly Area[] }>()({ component: Root });

/** Everything that needs a sign-in: the frame, with the guard in front of it. */
export const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "workspace",
  beforeLoad: ({ location }) => guard(location),
  loader: ({ context }) => Promise.all(context.areas.flatMap(({ live }) => (live ? [live()] : []))),
  staleTime: Number.POSITIVE_INFINITY,
  // Where the router shows that a frame is on its way, it leaves that until the page in it is there, too.
  pendingMs: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(() => import("./shell/shell.tsx"), "Shell"),
});

/** The frame reads `denied` and shows the Access Denied page in place of the one that was asked for. */
function guard(location: ParsedLocation): { denied: string | null } {
  const decision = decideAccess(location.pathname, viewer());
  if (decision.kind === "redirect" && !wasCutOff()) throw redirect({ href: decision.to, replace: true });
  if (decision.kind === "redirect" || decision.kind === "sign-in") {
    throw redirect({ to: "/login", search: { origin: location.href }, replace: true });
  }
  return { denied: decision.kind === "deny" ? decision.text : null };
}

/** Whose session was ended is told why where they sign in, also at a page that only they knew to be one. */
function wasCutOff(): boolean {
  const session = getSession();
  return session.status === "signed-out" && session.reason === "ended";
}

export function viewer() {
  const session = getSession();
  return session.status === "signed-in" ? session.viewer : null;
}
