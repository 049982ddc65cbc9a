import type { Approval } from "@atoll/contract/automations/approval-schemas";
import { automationRoutes } from "@atoll/contract/automations/routes";
import type { Automation, AutomationRun } from "@atoll/contract/automations/schemas";
import { outgoingWebhookRoutes } from "@atoll/contract/outgoing-webhooks/routes";
import type { RouteCall, RouteOutput } from "@atoll/contract/route";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { refetch } from "../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../capabilities/live/use-live-query.ts";
import { usePages } from "../../capabilities/live/use-pages.ts";
import { call } from "../../lib/server/api-client.ts";

export const automationsKey = ["automations"] as const;
export const approvalsKey = ["approvals"] as const;

/** The automations that the viewer may see, page after page. */
export function useAutomations() {
  return usePages<Automation>({
    queryKey: [...automationsKey, "list"],
    fetchPage: (cursor, options) => call(automationRoutes.listAutomations, { query: { cursor } }, options),
    keyOf: ({ id }) => id,
    on: { "automations.changed": refetch },
  });
}

/** The runs of an automation, the newest first. */
export function useRuns(automationId: string) {
  return usePages<AutomationRun>({
    queryKey: [...automationsKey, "runs", automationId],
    fetchPage: (cursor, options) =>
      call(automationRoutes.listAutomationRuns, { params: { automationId }, query: { cursor } }, options),
    keyOf: ({ id }) => id,
    on: { "automations.changed": refetch },
  });
}

/** The requests that the viewer has to answer, or those that are answered or have ended. */
export function useApprovals(which: "open" | "past") {
  const open = which === "open" ? "true" : "false";
  return usePages<Approval>({
    queryKey: [...approvalsKey, "list", which],
    fetchPage: (cursor, options) =>
      call(automationRoutes.listApprovals, { query: { cursor, open } }, options),
    keyOf: ({ id }) => id,
    on: { "approvals.changed": refetch },
  });
}

export const readApproval = async (approvalId: string, signal?: AbortSignal) =>
  (await call(automationRoutes.getApproval, { params: { approvalId } }, { ...(signal && { signal }) }))
    .approval;

/** One request for the approval of the viewer. */
export function useApproval(approvalId: string) {
  return useLiveQuery({
    queryKey: [...approvalsKey, approvalId],
    queryFn: ({ signal }) => readApproval(approvalId, signal),
    on: { "approvals.changed": refetch },
  });
}

export const answerApproval = (
  approvalId: string,
  body: RouteCall<typeof automationRoutes.answerApproval>["body"],
) => call(automationRoutes.answerApproval, { params: { approvalId }, body });

/** The actions that an automation would have run in the last week. */
export function useTrial(automationId: string) {
  return useQuery({
    queryKey: [...automationsKey, "trial", automationId],
    queryFn: ({ signal }) => call(automationRoutes.tryAutomation, { params: { automationId } }, { signal }),
  });
}

export type Place = RouteOutput<typeof automationRoutes.listAutomationPlaces>["places"][number];

/** Places that the viewer manages, by a part of their name. */
export function usePlaces(search: string) {
  return useQuery({
    queryKey: [...automationsKey, "places", search],
    queryFn: ({ signal }) => call(automationRoutes.listAutomationPlaces, { query: { search } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The meaning of a cron pattern in a time zone. */
export function usePattern({ pattern, zone }: { pattern: string; zone: string }) {
  return useQuery({
    queryKey: [...automationsKey, "pattern", pattern, zone],
    queryFn: ({ signal }) => call(automationRoutes.readPattern, { query: { pattern, zone } }, { signal }),
    enabled: pattern.trim() !== "",
    retry: false,
  });
}

/** The viewer's outgoing webhooks. */
export function useOwnWebhooks() {
  return useQuery({
    queryKey: [...automationsKey, "webhooks"],
    queryFn: ({ signal }) => call(outgoingWebhookRoutes.listOutgoingWebhooks, {}, { signal }),
    select: ({ webhooks }) => webhooks,
  });
}

export const createAutomation = (body: RouteCall<typeof automationRoutes.createAutomation>["body"]) =>
  call(automationRoutes.createAutomation, { body });

export const changeAutomation = (
  automationId: string,
  body: RouteCall<typeof automationRoutes.changeAutomation>["body"],
) => call(automationRoutes.changeAutomation, { params: { automationId }, body });

export const takeOverAutomation = (automationId: string, version: number) =>
  call(automationRoutes.takeOverAutomation, { params: { automationId }, body: { version } });

export const deleteAutomation = (automationId: string) =>
  call(automationRoutes.deleteAutomation, { params: { automationId } });
