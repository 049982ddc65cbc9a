import type { Hook, HookDelivery } from "@atoll/contract/cards/hook-schemas";
import { hookDays } from "@atoll/contract/cards/limits";
import { useMutation } from "@tanstack/react-query";
import { ArrowLeft, Copy, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { statusTones } from "../../../ui/badge/status-tones.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { hookAddress, outcomes } from "./hook-words.ts";
import { deleteHook, replayDelivery, useDeliveries } from "./hooks-api.ts";

/** The deliveries that a webhook received in the last days; each can be replayed. */
export function HookLog({ hook, onBack }: { hook: Hook; onBack: () => void }) {
  const list = useDeliveries(hook.id);
  const [isDeleting, setIsDeleting] = useState(false);
  const removal = useMutation({
    mutationFn: () => deleteHook(hook.id),
    onSuccess() {
      notify.success(`${hook.name} deleted`);
      onBack();
    },
  });
  return (
    <div className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap gap-2">
        <Button variant="ghost" icon={ArrowLeft} onClick={onBack}>
          All webhooks
        </Button>
        <Button icon={Copy} onClick={() => copyText(hookAddress(hook.id), "Address copied")}>
          Copy address
        </Button>
        <Button className="ml-auto" variant="ghost" icon={Trash2} onClick={() => setIsDeleting(true)}>
          Delete
        </Button>
      </div>
      <p className="text-muted text-xs">Deliveries are kept for {hookDays} days.</p>
      <PagedList
        list={list}
        moreLabel="Show earlier deliveries"
        skeleton={<RowSkeletons label="Loading the log" mark={28} rowClassName="py-2" />}
        empty={<EmptyState title="Nothing received yet" />}
      >
        {(deliveries) => (
          <ul aria-label="Deliveries" className="flex flex-col divide-y">
            {deliveries.map((delivery) => (
              <Delivery key={delivery.id} hookId={hook.id} delivery={delivery} />
            ))}
          </ul>
        )}
      </PagedList>
      {isDeleting && (
        <ConfirmDialog
          onClose={() => setIsDeleting(false)}
          title={`Delete ${hook.name}?`}
          verb="Delete webhook"
          loading={removal.isPending}
          error={removal.error}
          failure="Failed to delete the webhook"
          onConfirm={() => removal.mutate()}
        >
          Its address stops working and its log is deleted. The cards that it created stay.
        </ConfirmDialog>
      )}
    </div>
  );
}

function Delivery({ hookId, delivery }: { hookId: string; delivery: HookDelivery }) {
  const { id, at, event, outcome, detail, isWeak, body } = delivery;
  const replay = useMutation({
    mutationFn: () => replayDelivery(hookId, id),
    onError: (error) => notify.error(errorMessage(error, "Failed to replay")),
  });
  return (
    <li className="flex flex-col gap-1 py-2.5">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={statusTones.hookDelivery[outcome]}>{outcomes[outcome]}</Badge>
        {isWeak && <Badge tone="warning">Not signed</Badge>}
        <span className="min-w-0 flex-1 truncate font-mono text-xs">{event}</span>
        <span className="text-faint text-xs">{formatInstant(at)}</span>
        <Button
          icon={RotateCcw}
          disabled={outcome === "waiting"}
          loading={replay.isPending}
          aria-label={`Replay the delivery of ${formatInstant(at)}`}
          onClick={() => replay.mutate()}
        >
          Replay
        </Button>
      </p>
      {detail !== "" && <p className="text-muted text-xs">{detail}</p>}
      <details className="text-xs">
        <summary className="cursor-pointer text-muted">Show the body</summary>
        <pre className="mt-1 max-h-60 overflow-auto rounded-md bg-surface-sunken p-2 text-2xs wrap-anywhere whitespace-pre-wrap">
          {body}
        </pre>
      </details>
    </li>
  );
}
