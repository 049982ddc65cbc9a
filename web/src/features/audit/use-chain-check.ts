import { useMutation } from "@tanstack/react-query";
import { verifyEntries } from "./api.ts";

/** Checks the chain when asked, and keeps the outcome with its time. */
export function useChainCheck() {
  return useMutation({
    mutationFn: async () => ({ ...(await verifyEntries()), checkedAt: new Date() }),
  });
}
