import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/**
 * After a change of page the focus goes to the new page's heading, so that a screen reader says where the
 * person is, and Tab goes on from there. Focus that is inside the page already stays: the page put it there.
 */
export function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        const main = document.querySelector("main");
        if (!main || main.contains(document.activeElement)) return;
        const heading = main.querySelector("h1") ?? main;
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      }),
    [router],
  );
}
