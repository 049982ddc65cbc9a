import type { Viewer } from "@atoll/contract/identity/schemas";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { maySoonPass } from "../lib/request/judge-error.ts";
import { getSession, type SessionState, subscribe } from "../lib/session/session.ts";
import { useSession } from "../lib/session/use-session.tsx";
import { Spinner } from "../ui/progress/spinner.tsx";
import { Toaster } from "../ui/toast/toast.tsx";
import type { Area } from "./area.ts";
import { areas } from "./areas.ts";
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
  return (
    <QueryClientProvider client={queryClient}>
      <FirstWait />
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  );
}

/** Until the frame or a page outside of it is there, of which the router shows nothing yet. */
function FirstWait() {
  const isWaiting = useRouterState({ router, select: ({ matches }) => matches.length === 0 });
  return (
    isWaiting && (
      <div className="grid min-h-dvh place-items-center bg-surface">
        <Spinner label="Loading the page" size={40} />
      </div>
    )
  );
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
