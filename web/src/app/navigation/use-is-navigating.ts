import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/** Specification, section 9. */
const flagMs = 100;

/** True from the start of a navigation until 100 ms later. */
export function useIsNavigating(): boolean {
  const router = useRouter();
  const [isNavigating, setIsNavigating] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const unsubscribe = router.subscribe("onBeforeNavigate", ({ pathChanged }) => {
      if (!pathChanged) return;
      clearTimeout(timer);
      setIsNavigating(true);
      timer = setTimeout(() => setIsNavigating(false), flagMs);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [router]);
  return isNavigating;
}
