import { askModelRoutes } from "@atoll/contract/ask-ai/model-routes";
import type { ModelSettings } from "@atoll/contract/ask-ai/model-schemas";
import type { RouteCall } from "@atoll/contract/route";
import { useQueryClient } from "@tanstack/react-query";
import { refetch } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";

const settingsKey = ["ask-ai", "settings"] as const;
/** A model on a small machine takes its time to read a long prompt. */
const testTimeoutMs = 5 * 60_000;

export function useModelSettings() {
  return useLiveQuery<ModelSettings>({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(askModelRoutes.getModelSettings, {}, { signal }),
    on: { "ask-model.changed": refetch },
  });
}

export function useModelUsage() {
  return useLiveQuery({
    queryKey: ["ask-ai", "usage"],
    queryFn: ({ signal }) => call(askModelRoutes.getModelUsage, {}, { signal }),
    refetchOnMount: "always",
    on: {},
  });
}

export function useSaveModel() {
  const queryClient = useQueryClient();
  return {
    save: async (body: RouteCall<typeof askModelRoutes.setModelSettings>["body"]) => {
      const saved = await call(askModelRoutes.setModelSettings, { body });
      queryClient.setQueryData<ModelSettings>(settingsKey, saved);
      return saved;
    },
    refetch: () => queryClient.invalidateQueries({ queryKey: settingsKey }),
  };
}

export const testModel = () => call(askModelRoutes.testModel, {}, { timeoutMs: testTimeoutMs });
