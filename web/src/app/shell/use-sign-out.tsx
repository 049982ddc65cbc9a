import { type ReactNode, useState } from "react";
import { signOut } from "../../lib/session/session.ts";
import { countUnsent, type Unsent } from "../../lib/unsent.ts";
import { lazyPart, useLazyPart } from "../../ui/base/lazy-part.ts";
import { showLoadFailure } from "../../ui/toast/load-failure.ts";

const questionPart = lazyPart(() => import("./sign-out-question.tsx"));

/** Signs out; asks before, when something that was written would be lost by it. `question` is to be shown somewhere. */
export function useSignOut(): { leave: () => void; question: ReactNode } {
  const [unsent, setUnsent] = useState<Unsent | null>(null);
  const part = useLazyPart(questionPart, unsent !== null, () => {
    setUnsent(null);
    showLoadFailure();
  });
  function leave() {
    const found = countUnsent();
    if (found) setUnsent(found);
    else void signOut();
  }
  const question = part && <part.SignOutQuestion onClose={() => setUnsent(null)} unsent={unsent} />;
  return { leave, question };
}
