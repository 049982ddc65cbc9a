import { hookRoutes as routes } from "@atoll/contract/cards/hook-routes";
import type { HookKind } from "@atoll/contract/cards/hook-schemas";
import { refetch, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { call } from "../../../lib/server/api-client.ts";

// An outcome is broadcast as a change of the section.
const on = { "section.changed": refetch, "card.changed": refetchSpread } as const;

/** The webhooks of a section. */
export function useHooks(typeId: string) {
  return useLiveQuery({
    queryKey: ["cards", "hooks", typeId],
    queryFn: ({ signal }) => call(routes.listHooks, { params: { typeId } }, { signal }),
    on,
  });
}

/** The deliveries of a webhook, the newest first. */
export function useDeliveries(hookId: string) {
  return usePages({
    queryKey: ["cards", "deliveries", hookId],
    fetchPage: (cursor, options) =>
      call(routes.listDeliveries, { params: { hookId }, query: { cursor } }, options),
    keyOf: ({ id }: { id: string }) => id,
    on,
  });
}

export const createHook = (typeId: string, body: { id: string; name: string; kind: HookKind }) =>
  call(routes.createHook, { params: { typeId }, body });

export const deleteHook = (hookId: string) => call(routes.deleteHook, { params: { hookId } });

export const replayDelivery = (hookId: string, deliveryId: string) =>
  call(routes.replayDelivery, { params: { hookId, deliveryId } });

/** The four figures of delivery. */
export function useDelivery(slug: string) {
  return useLiveQuery({
    queryKey: ["cards", "delivery", slug],
    queryFn: ({ signal }) => call(routes.readDelivery, { params: { slug } }, { signal }),
    on,
  });
}
