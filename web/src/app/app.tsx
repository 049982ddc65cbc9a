import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSession } from "../lib/use-session.tsx";
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
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  );
}
