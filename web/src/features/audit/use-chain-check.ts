import { useMutation } from "@tanstack/react-query";
import { verifyEntries } from "./api.ts";

/** Verifies the chain on request, and keeps the result with its time. */
export function useChainCheck() {
  return useMutation({
    mutationFn: async () => ({ ...(await verifyEntries()), checkedAt: new Date() }),
  });
}
