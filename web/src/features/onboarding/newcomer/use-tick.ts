import type { OnboardingItem, OpenOnboarding } from "@atoll/contract/onboarding/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { setItemDone, setTaskDone } from "../data/api.ts";
import { keys, useKeepOnboarding } from "../data/queries.ts";

/** Ticks an item, or the task that it is, and takes the tick back. */
export function useTick(onboarding: OpenOnboarding, item: OnboardingItem) {
  const keep = useKeepOnboarding();
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn(isDone: boolean) {
      if (item.taskId === null) return keep(await setItemDone(onboarding.id, item.id, isDone));
      await setTaskDone(item.taskId, isDone);
      await queryClient.invalidateQueries({ queryKey: keys.all });
    },
    onError: (error) => void notify.error(errorMessage(error, "Failed to tick this item")),
  });
}
