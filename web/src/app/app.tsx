import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSession } from "../lib/session/use-session.tsx";
import { Spinner } from "../ui/progress/spinner.tsx";
import { Toaster } from "../ui/toast/toast.tsx";
import { queryClient } from "./query-client.ts";
import { router } from "./router.tsx";
import { RestoringScreen } from "./screens/restoring-screen.tsx";
import { followSession } from "./session-follower.ts";

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
