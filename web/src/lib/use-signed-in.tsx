import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useLayoutEffect, useState } from "react";
import { realtime } from "./server/socket.ts";
import { useViewer } from "./session/use-session.tsx";
import { createSignedIn, type SignedIn } from "./signed-in.ts";

const SignedInContext = createContext<SignedIn | null>(null);

/** For a test, or a screen that has its own. */
export const SignedInValue = SignedInContext;

/** Around the frame: what is in it begins with the person who is signed in, and ends with them. */
export function SignedInProvider({ children }: { children: ReactNode }) {
  const viewer = useViewer();
  const queryClient = useQueryClient();
  const [signedIn, setSignedIn] = useState<SignedIn | null>(null);
  // Before the first paint, so that no screen is shown without it.
  useLayoutEffect(() => {
    const created = createSignedIn({ viewer, queryClient, realtime });
    setSignedIn(created);
    return created.end;
  }, [viewer, queryClient]);
  return signedIn && <SignedInContext value={signedIn}>{children}</SignedInContext>;
}

export function useSignedIn(): SignedIn {
  const signedIn = use(SignedInContext);
  if (!signedIn) throw new Error("useSignedIn is for screens inside the SignedInProvider");
  return signedIn;
}
