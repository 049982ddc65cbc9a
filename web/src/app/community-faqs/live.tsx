import { type ReactNode, useEffect } from "react";
import { afterPaint } from "../../lib/page/after-paint.ts";
import { useSignedIn } from "../../lib/use-signed-in.tsx";

/** Questions and votes from a time without a connection are sent from whatever page is opened; nobody waits for them there. */
export function Session({ children }: { children: ReactNode }) {
  const signedIn = useSignedIn();
  useEffect(
    () =>
      afterPaint(() => {
        Promise.all([
          import("../../features/questions/data/pending-questions.ts"),
          import("../../capabilities/votes/vote-desk.ts"),
        ]).then(
          ([{ pendingQuestionsOf }, { voteDeskOf }]) => {
            pendingQuestionsOf(signedIn);
            voteDeskOf(signedIn);
          },
          // They go from the next page.
          () => undefined,
        );
      }),
    [signedIn],
  );
  return children;
}
