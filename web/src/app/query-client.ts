import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../lib/api-client.ts";

/** One cache for what the server said. It is emptied whenever the person changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && mayPass(error),
      // A company's own network works without the internet, which is what browsers call online.
      networkMode: "always",
    },
    mutations: { networkMode: "always" },
  },
});

/** What waiting can mend: no answer, or a server in trouble. */
function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.code === "network_error" || error.status >= 500);
}
