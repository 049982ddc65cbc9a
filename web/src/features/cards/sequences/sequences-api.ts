import { sequenceRoutes as routes } from "@atoll/contract/cards/sequence-routes";
import type { Sequence } from "@atoll/contract/cards/sequence-schemas";
import { refetch, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";

/** The sequences of a section by name. */
export function useSequences(typeId: string) {
  return useLiveQuery({
    queryKey: ["cards", "sequences", typeId],
    queryFn: ({ signal }) => call(routes.listSequences, { params: { typeId } }, { signal }),
    on: { "section.changed": refetch, "card.changed": refetchSpread },
  });
}

export const saveSequence = (
  typeId: string,
  sequenceId: string,
  body: Pick<Sequence, "name" | "steps" | "version">,
) => call(routes.saveSequence, { params: { typeId, sequenceId }, body });

export const deleteSequence = (typeId: string, sequenceId: string) =>
  call(routes.deleteSequence, { params: { typeId, sequenceId } });

export const startSequence = (cardId: string, body: { changeId: string; sequenceId: string }) =>
  call(routes.startSequence, { params: { cardId }, body });
