import type { Viewer } from "@atoll/contract/identity/schemas";
import { departmentMovedFrom } from "@atoll/contract/route-access";
import {
  type AsyncRouteComponent,
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  type ParsedLocation,
  redirect,
} from "@tanstack/react-router";
import type { FunctionComponent } from "react";
import { getSession } from "../lib/session/session.ts";
import type { Area } from "./area.ts";
import { Root } from "./root.tsx";
import { decideAccess, mayBeManagedDepartment } from "./route-access.ts";
import { sayTurnedAway } from "./turned-away.ts";

export const rootRoute = createRootRouteWithContext<{ areas: readonly Area[] }>()({ component: Root });

/** Everything that needs a sign-in: the frame, with the guard in front of it. */
export const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "workspace",
  beforeLoad: ({ location }) => guard(location),
  // The code that runs on every page. Each waits for it before it is shown: asked for after another file, it would
  // come after all files of the page.
  loader: () => Promise.all([import("./chat/live.ts"), import("./live.tsx")]),
  staleTime: Number.POSITIVE_INFINITY,
  // Where the router shows that a frame is on its way, it leaves that until the page in it is there, too.
  pendingMs: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(() => import("./shell/shell.tsx"), "Shell"),
});

type Pages = typeof import("./pages.ts");
type Loading = { [Name in keyof Pages]: () => Promise<Record<Name, FunctionComponent>> };

/** Loads a page of `pages.ts` when it is first visited, or when the pointer rests on a link to it. */
export function lazyPage<Name extends keyof Pages>(name: Name): AsyncRouteComponent<object> {
  return lazyRouteComponent(async () => {
    const pages: Loading = await import("./pages.ts");
    return pages[name]();
  }, name);
}

/** The frame reads `denied` and shows the Access Denied page in place of the one that was asked for. */
function guard(location: ParsedLocation): { denied: string | null } {
  const current = viewer();
  // The page says so when it is a department that they manage without being in it.
  if (current && mayBeManagedDepartment(location.pathname, current)) return { denied: null };
  const decision = decideAccess(location.pathname, current);
  if (decision.kind === "redirect" && !wasCutOff()) {
    if (current && isTurnedAway(location.pathname, current)) sayTurnedAway();
    throw redirect({ href: decision.to, replace: true });
  }
  if (decision.kind === "redirect" || decision.kind === "sign-in") {
    throw redirect({ to: "/login", search: { origin: location.href }, replace: true });
  }
  return { denied: decision.kind === "deny" ? decision.text : null };
}

/** Returns whether somebody is led elsewhere because of what they may open, and not because the address is an old one. */
function isTurnedAway(path: string, { departments }: Viewer): boolean {
  return !["/welcome", "/dashboard"].includes(path) && !departmentMovedFrom(path, departments);
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
