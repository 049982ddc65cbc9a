import { outgoingWebhookRoutes } from "@atoll/contract/outgoing-webhooks/routes";
import type { OutgoingDelivery, OwnedOutgoingWebhook } from "@atoll/contract/outgoing-webhooks/schemas";
import type { RouteCall, RouteOutput } from "@atoll/contract/route";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { refetch } from "../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../capabilities/live/use-live-query.ts";
import { usePages } from "../../capabilities/live/use-pages.ts";
import { call } from "../../lib/server/api-client.ts";

export const outgoingKey = ["outgoing-webhooks"] as const;

/** The viewer's outgoing webhooks. */
export function useOutgoing() {
  return useLiveQuery({
    queryKey: [...outgoingKey, "own"],
    queryFn: ({ signal }) => call(outgoingWebhookRoutes.listOutgoingWebhooks, {}, { signal }),
    on: { "outgoing-webhooks.changed": refetch },
    select: ({ webhooks }) => webhooks,
  });
}

/** The deliveries of a webhook, the newest first, page after page. */
export function useDeliveries(webhookId: string) {
  return usePages<OutgoingDelivery>({
    queryKey: [...outgoingKey, "log", webhookId],
    fetchPage: (cursor, options) =>
      call(
        outgoingWebhookRoutes.listOutgoingDeliveries,
        { params: { webhookId }, query: { cursor } },
        options,
      ),
    keyOf: ({ id }) => id,
    on: { "outgoing-webhooks.changed": refetch },
  });
}

export type Place = RouteOutput<typeof outgoingWebhookRoutes.listOutgoingPlaces>["places"][number];

/** Places that the viewer can see, by a part of their name. */
export function usePlaces(search: string) {
  return useQuery({
    queryKey: [...outgoingKey, "places", search],
    queryFn: ({ signal }) =>
      call(outgoingWebhookRoutes.listOutgoingPlaces, { query: { search } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export const createOutgoing = (body: RouteCall<typeof outgoingWebhookRoutes.createOutgoingWebhook>["body"]) =>
  call(outgoingWebhookRoutes.createOutgoingWebhook, { body });

export const changeOutgoing = (
  webhookId: string,
  body: RouteCall<typeof outgoingWebhookRoutes.changeOutgoingWebhook>["body"],
) => call(outgoingWebhookRoutes.changeOutgoingWebhook, { params: { webhookId }, body });

export const renewSecret = (
  webhookId: string,
  body: RouteCall<typeof outgoingWebhookRoutes.renewOutgoingSecret>["body"],
) => call(outgoingWebhookRoutes.renewOutgoingSecret, { params: { webhookId }, body });

export const testOutgoing = (webhookId: string) =>
  call(outgoingWebhookRoutes.testOutgoingWebhook, { params: { webhookId } });

export const deleteOutgoing = (webhookId: string) =>
  call(outgoingWebhookRoutes.deleteOutgoingWebhook, { params: { webhookId } });

export const replayDelivery = (webhookId: string, deliveryId: string) =>
  call(outgoingWebhookRoutes.replayOutgoingDelivery, { params: { webhookId, deliveryId } });

/** Everyone's outgoing webhooks, for administrators, page after page. */
export function useAllOutgoing(search: string) {
  return usePages<OwnedOutgoingWebhook>({
    queryKey: [...outgoingKey, "all", search],
    fetchPage: (cursor, options) =>
      call(outgoingWebhookRoutes.listAllOutgoingWebhooks, { query: { search, cursor } }, options),
    keyOf: ({ id }) => id,
    keepsPrevious: true,
  });
}

export const stopOutgoing = (webhookId: string) =>
  call(outgoingWebhookRoutes.stopOutgoingWebhook, { params: { webhookId } });

export const deleteAnyOutgoing = (webhookId: string) =>
  call(outgoingWebhookRoutes.deleteAnyOutgoingWebhook, { params: { webhookId } });
