import { type ReactNode, useEffect } from "react";
import { afterPaint } from "../../lib/page/after-paint.ts";
import { useSignedIn } from "../../lib/use-signed-in.tsx";

/** Changes of cards that wait are sent from whatever page is opened. */
export function Session({ children }: { children: ReactNode }) {
  const signedIn = useSignedIn();
  useEffect(
    () =>
      afterPaint(() => {
        import("../../features/cards/data/changes.ts").then(
          ({ cardChanges }) => cardChanges.open(signedIn),
          // They go from the next page.
          () => undefined,
        );
      }),
    [signedIn],
  );
  return children;
}
