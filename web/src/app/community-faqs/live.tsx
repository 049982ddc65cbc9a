import { type ReactNode, useEffect } from "react";
import { afterPaint } from "../../lib/after-paint.ts";
import { useSignedIn } from "../../lib/use-signed-in.tsx";

/** Questions that were asked offline are sent from whatever page is opened; nobody waits for them there. */
export function Session({ children }: { children: ReactNode }) {
  const signedIn = useSignedIn();
  useEffect(
    () =>
      afterPaint(() => {
        import("../../features/questions/data/pending-questions.ts").then(
          ({ pendingQuestionsOf }) => pendingQuestionsOf(signedIn),
          // They go from the next page.
          () => undefined,
        );
      }),
    [signedIn],
  );
  return children;
}
