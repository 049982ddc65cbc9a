import { QueryClient } from "@tanstack/react-query";
import { maySoonPass } from "../lib/request/judge-error.ts";

/** One cache for what the server said. It is emptied whenever the person changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && maySoonPass(error),
      // A company's own network works without the internet, which is what browsers call online.
      networkMode: "always",
    },
    mutations: { networkMode: "always" },
  },
});
