import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/**
 * After a change of page the focus goes to the new page's heading, so that a screen reader says where the
 * person is, and Tab goes on from there. Focus that is inside the page already stays: the page put it there.
 * So does focus in an open dialog: the person was quicker than the page.
 */
export function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        const main = document.querySelector("main");
        const focused = document.activeElement;
        if (!main || main.contains(focused) || focused?.closest('[role="dialog"][data-open]')) return;
        const heading = main.querySelector("h1") ?? main;
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      }),
    [router],
  );
}
