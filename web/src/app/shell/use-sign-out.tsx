import { type ReactNode, useState } from "react";
import { signOut } from "../../lib/session.ts";
import { countUnsent } from "../../lib/unsent.ts";
import { lazyPart, useLazyPart } from "../../ui/base/lazy-part.ts";
import { tellLoadFailure } from "../../ui/toast/load-failure.ts";

const questionPart = lazyPart(() => import("./sign-out-question.tsx"));

/** Signs out; asks before, when something that was written would be lost by it. `question` is to be shown somewhere. */
export function useSignOut(): { leave: () => void; question: ReactNode } {
  const [unsent, setUnsent] = useState(0);
  const part = useLazyPart(questionPart, unsent > 0, () => {
    setUnsent(0);
    tellLoadFailure();
  });
  function leave() {
    const count = countUnsent();
    if (count > 0) setUnsent(count);
    else void signOut();
  }
  const question = part && <part.SignOutQuestion onClose={() => setUnsent(0)} unsent={unsent} />;
  return { leave, question };
}
