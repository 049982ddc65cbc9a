import { useCanGoBack, useRouter } from "@tanstack/react-router";

/** One step back in the history, or to the dashboard when the page was opened directly. */
export function useGoBack(): () => void {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return () => {
    if (canGoBack) router.history.back();
    else void router.navigate({ to: "/dashboard", replace: true });
  };
}
