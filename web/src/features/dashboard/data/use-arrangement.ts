import type { DashboardLayout } from "@atoll/contract/dashboard/layout-schemas";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError, errorMessage } from "../../../lib/server/api-client.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { arrange, dashboardKey, reset } from "./api.ts";
import { type Arrangement, type Dashboard, isFilled, withLayout } from "./dashboard.ts";

const failure = "Your dashboard could not be changed";
const changedElsewhere = "Your dashboard was changed on another device. This is how it is now.";

/**
 * Arranges the viewer's dashboard: at once on the screen, then on the server, one change after the other, of which only
 * the last one counts. What is refused is as it was.
 */
export function useArrangement(layout: DashboardLayout | undefined) {
  const queryClient = useQueryClient();
  // The person's changes that the server has not confirmed yet.
  const [ahead, setAhead] = useState<Arrangement | null>(null);
  const next = useRef<Arrangement | null>(null);
  const isSending = useRef(false);
  const held = () => queryClient.getQueryData<Dashboard>(dashboardKey);
  function take(answer: DashboardLayout) {
    const before = held();
    if (before) queryClient.setQueryData<Dashboard>(dashboardKey, withLayout(before, answer));
    // A card that is new, or asks for something else, is filled; one that was only moved is as it was. An answer that is
    // still on its way may be older than this one: it is dropped, and asked for again.
    const isFetching = queryClient.isFetching({ queryKey: dashboardKey, exact: true }) > 0;
    if (!before || isFetching || !isFilled(before, answer))
      void queryClient.invalidateQueries({ queryKey: dashboardKey, exact: true });
  }

  async function send() {
    isSending.current = true;
    try {
      for (let body = next.current; body; body = next.current) {
        next.current = null;
        take((await arrange({ ...body, version: held()?.layout.version ?? 0 })).layout);
      }
    } catch (error) {
      next.current = null;
      const isElsewhere = error instanceof ApiError && error.code === "changed_meanwhile";
      notify.error(isElsewhere ? changedElsewhere : errorMessage(error, failure));
      if (isElsewhere) await queryClient.invalidateQueries({ queryKey: dashboardKey, exact: true });
    } finally {
      isSending.current = false;
      setAhead(null);
    }
  }

  return {
    layout: layout && ahead ? { ...layout, ...ahead } : layout,
    arrange(arrangement: Arrangement) {
      setAhead(arrangement);
      next.current = arrangement;
      if (!isSending.current) void send();
    },
    async reset() {
      try {
        const { layout: answer } = await reset();
        queryClient.setQueryData<Dashboard>(dashboardKey, (held) => held && { ...held, layout: answer });
        await queryClient.invalidateQueries({ queryKey: dashboardKey, exact: true });
      } catch (error) {
        notify.error(errorMessage(error, failure));
      }
    },
  };
}
