import type { Viewer } from "@atoll/contract/identity/schemas";
import type { PublicPageState } from "@atoll/contract/workspace/public-pages";
import { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { workspaceQuery } from "../features/workspace/use-workspace.ts";
import { maySoonPass } from "../lib/request/judge-error.ts";
import { getSession, type SessionState, subscribe } from "../lib/session/session.ts";
import { useSession } from "../lib/session/use-session.tsx";
import type { Area } from "./area.ts";
import { areas } from "./areas.ts";
import { Providers } from "./providers.tsx";
import { type AppRouter, router } from "./router.tsx";
import { RestoringScreen } from "./screens/restoring-screen.tsx";
import { workspaceRoute } from "./workspace-route.ts";

/** One cache for what the server said. It is emptied whenever the person changes. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && maySoonPass(error),
      // A company's own network works without the internet, which is what browsers call online.
      networkMode: "always",
    },
    mutations: { networkMode: "always" },
  },
});

/** Decides nothing until it is known who is there. Specification, section 4. */
export function App() {
  const isRestoring = useSession().status === "restoring";
  useEffect(() => (isRestoring ? undefined : followSession(router)), [isRestoring]);
  if (isRestoring) return <RestoringScreen />;
  return <Providers queryClient={queryClient} router={router} />;
}

/**
 * Prepares the first render to be what the server rendered: with the same names, and the code of the page.
 * @returns whether the page that is there can be hydrated.
 */
export async function prepareHydration({ path, workspace }: PublicPageState): Promise<boolean> {
  queryClient.setQueryData(workspaceQuery.queryKey, { ...workspace, version: "" }, { updatedAt: 0 });
  await router.load();
  return router.state.location.pathname === path && getSession().status === "signed-out";
}

/** Moves the person where a change of the session wants them, and forgets what the one before could see. */
function followSession(router: AppRouter): () => void {
  let before = getSession();
  return subscribe(() => {
    const after = getSession();
    const isSamePerson = personOf(before) === personOf(after);
    before = after;
    if (!isSamePerson) queryClient.clear();
    else if (after.status === "signed-in") askAgain(after.viewer);
    const isInside = router.state.matches.some(({ routeId }) => routeId === workspaceRoute.id);
    // A page outside, such as an invitation, stays where it is.
    if (isInside && after.status === "signed-out" && after.reason === "by-choice")
      void router.navigate({ to: "/" });
    // The guards decide again: they know the way from the sign-in page, and back to it.
    else void router.invalidate();
  });
}

/** Refetches the viewer's permissions for things, which have changed. */
function askAgain(viewer: Viewer): void {
  for (const { ruledByRights } of areas as readonly Area[])
    if (ruledByRights?.canAsk(viewer)) void queryClient.invalidateQueries({ queryKey: [ruledByRights.key] });
}

function personOf(session: SessionState): string | null {
  return session.status === "signed-in" ? session.viewer.id : null;
}
