import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { seenOf } from "./seen.ts";
import type { SeenKind } from "./seen-kind.ts";

/** Keeps what a slice has shown, for when there is no connection, from when this stands on a screen until the person goes. */
export function useKeptSeen(kindsOf: (queryClient: QueryClient) => readonly SeenKind[]): void {
  const signedIn = useSignedIn();
  useEffect(() => {
    for (const kind of kindsOf(signedIn.queryClient)) seenOf(signedIn).keep(kind);
  }, [signedIn, kindsOf]);
}
