import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type AnyRouter, RouterProvider, useRouterState } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import { isPictureShown, removePicture } from "../lib/page/frame-picture.ts";
import { Spinner } from "../ui/progress/spinner.tsx";
import { Toaster } from "../ui/toast/toast.tsx";
import { LostWords } from "./lost-words.tsx";

/** The app without a session: the build renders public pages with it, too, and the browser hydrates the same tree. */
export function Providers({ queryClient, router }: { queryClient: QueryClient; router: AnyRouter }) {
  return (
    <QueryClientProvider client={queryClient}>
      <FirstWait router={router} />
      <RouterProvider router={router} />
      <Toaster />
      <LostWords />
    </QueryClientProvider>
  );
}

/**
 * Until the frame or a page outside of it is there, of which the router shows nothing yet. Where the page has a picture of
 * the frame, that stays so long, and goes before the browser paints the frame.
 */
function FirstWait({ router }: { router: AnyRouter }) {
  const isWaiting = useRouterState({ router, select: ({ matches }) => matches.length === 0 });
  useLayoutEffect(() => (isWaiting ? undefined : removePicture()), [isWaiting]);
  return (
    isWaiting &&
    !isPictureShown() && (
      <div className="grid min-h-dvh place-items-center bg-surface">
        <Spinner label="Loading the page" size={40} />
      </div>
    )
  );
}
