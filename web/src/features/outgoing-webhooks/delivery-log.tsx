import { type OutgoingDelivery, outgoingLogDays } from "@atoll/contract/outgoing-webhooks/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { errorMessage } from "../../lib/server/api-client.ts";
import { formatInstant } from "../../lib/time/format-date.ts";
import { Badge, type BadgeTone } from "../../ui/badge/badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { outgoingKey, replayDelivery, useDeliveries } from "./api.ts";

/** The deliveries of a webhook: sent, waiting and failed ones. Each can be sent again. */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const list = useDeliveries(webhookId);
  return (
    <div className="flex flex-col gap-3 p-4">
      <p className="text-muted text-xs">What was sent is listed for {outgoingLogDays} days.</p>
      <PagedList
        empty={<EmptyState title="Nothing sent yet" />}
        failure="Failed to load the log"
        list={list}
        moreLabel="Show earlier events"
        skeleton={<RowSkeletons label="Loading the log" mark={16} rowClassName="py-2" />}
      >
        {(deliveries) => (
          <ul aria-label="Events" className="flex flex-col divide-y">
            {deliveries.map((delivery) => (
              <Delivery delivery={delivery} key={delivery.id} webhookId={webhookId} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}

const states: Record<OutgoingDelivery["state"], { tone: BadgeTone; label: string }> = {
  waiting: { tone: "info", label: "Waiting" },
  sent: { tone: "success", label: "Sent" },
  failed: { tone: "error", label: "Failed" },
  dropped: { tone: "secondary", label: "Not sent" },
};

function Delivery({ webhookId, delivery }: { webhookId: string; delivery: OutgoingDelivery }) {
  const { id, event, at, state, tries, failure, nextAt } = delivery;
  const queryClient = useQueryClient();
  const replay = useMutation({
    mutationFn: () => replayDelivery(webhookId, id),
    onError: (error) => notify.error(errorMessage(error, "Failed to replay")),
    onSettled: () => queryClient.invalidateQueries({ queryKey: outgoingKey }),
  });
  const { tone, label } = states[state];
  return (
    <li className="flex flex-col gap-1 py-2.5">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={tone}>{label}</Badge>
        <span className="min-w-0 flex-1 truncate font-mono text-xs">{event}</span>
        <span className="text-faint text-xs">{formatInstant(at)}</span>
        <Button
          aria-label={`Replay ${event} of ${formatInstant(at)}`}
          icon={RotateCcw}
          loading={replay.isPending}
          onClick={() => replay.mutate()}
          size="xs"
        >
          Replay
        </Button>
      </div>
      {failure && state !== "sent" && (
        <p className="text-muted text-xs">
          {failure}.{tries > 1 && ` Tried ${tries} times.`}
          {nextAt && ` Next attempt: ${formatInstant(nextAt)}.`}
        </p>
      )}
    </li>
  );
}
