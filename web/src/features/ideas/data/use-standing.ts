import { voteRoutes } from "@atoll/contract/votes/routes";
import type { Following } from "@atoll/contract/votes/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { refetch } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";

const keyOf = (ideaId: string) => ["ideas", "standing", ideaId] as const;

/** Whether the viewer follows an idea, and what they may do as a moderator. */
export function useStanding(ideaId: string) {
  const queryClient = useQueryClient();
  const query = useLiveQuery({
    queryKey: keyOf(ideaId),
    queryFn: ({ signal }) =>
      call(voteRoutes.readStanding, { params: { kind: "idea", subjectId: ideaId } }, { signal }),
    on: {
      "idea.changed": (cached, { idea }) => (idea.id === ideaId ? refetch() : cached),
      "viewer.changed": refetch,
    },
    retry: false,
  });
  return {
    standing: query.data?.standing,
    rights: query.data?.rights,
    setFollowing: (following: Following) =>
      queryClient.setQueryData<typeof query.data>(
        keyOf(ideaId),
        (cached) => cached && { ...cached, standing: { ...cached.standing, following } },
      ),
  };
}
