import type { OwnedOutgoingWebhook } from "@atoll/contract/outgoing-webhooks/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import { hasCode } from "../../lib/request/judge-error.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { formatAgo } from "../../lib/time/format-ago.ts";
import { useNow } from "../../lib/time/use-now.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { FilterField } from "../../ui/field/filter-field.tsx";
import { SettingCard, SettingRow } from "../../ui/layout/setting-card.tsx";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { deleteAnyOutgoing, outgoingKey, stopOutgoing, useAllOutgoing } from "./api.ts";
import { eventTexts } from "./outgoing-screen.tsx";

const stopTexts: Record<NonNullable<OwnedOutgoingWebhook["stopReason"]>, string> = {
  receiver_failed: "Switched off, because its receiver has failed for a day or is gone.",
  access_ended: "Switched off with the sessions of its owner.",
  administrator: "Switched off by an administrator.",
};

interface Asked {
  what: "stop" | "delete";
  webhook: OwnedOutgoingWebhook;
}

/** Everyone's outgoing webhooks, for administrators: whose they are, where they send, and an end to any of them. */
export function AllOutgoingScreen() {
  const [search, setSearch] = useState("");
  const [asked, setAsked] = useState<Asked>();
  const list = useAllOutgoing(search);
  return (
    <>
      <SettingCard
        end={
          <FilterField
            className="w-60 max-md:w-full"
            label="Search outgoing webhooks"
            loading={list.isPlaceholderData && list.isFetching}
            maxLength={100}
            onChange={setSearch}
            placeholder="Filter by name, owner or host"
            value={search}
          />
        }
        text="A webhook sends what its owner can see at that moment. You can see where it sends, but not what."
        title="Everyone's outgoing webhooks"
      >
        <PagedList
          empty={
            <EmptyState title={search ? "No outgoing webhooks found" : "Nobody has an outgoing webhook"} />
          }
          failure="Failed to load the outgoing webhooks"
          list={list}
          skeleton={
            <RowSkeletons label="Loading the outgoing webhooks" mark={16} rowClassName="border-t px-4 py-2" />
          }
        >
          {(items) => (
            <ul aria-label="Outgoing webhooks">
              {items.map((webhook) => (
                <OwnedRow key={webhook.id} onAsk={(what) => setAsked({ what, webhook })} webhook={webhook} />
              ))}
            </ul>
          )}
        </PagedList>
      </SettingCard>
      {asked && <EndDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

interface OwnedRowProps {
  webhook: OwnedOutgoingWebhook;
  onAsk: (what: Asked["what"]) => void;
}

function OwnedRow({ webhook, onAsk }: OwnedRowProps) {
  const { name, owner, host, events, isOn, stopReason, lastFailure } = webhook;
  const now = useNow();
  const label = `${name} of ${owner.name}`;
  return (
    <SettingRow
      as="li"
      end={
        <div className="flex gap-2">
          {isOn && (
            <Button aria-label={`Switch off ${label}`} onClick={() => onAsk("stop")} size="xs">
              Switch off
            </Button>
          )}
          <Button aria-label={`Delete ${label}`} onClick={() => onAsk("delete")} size="xs">
            Delete
          </Button>
        </div>
      }
      icon={Send}
      text={
        <>
          To {host}. {events.map((event) => eventTexts[event]).join(", ")}.
          {stopReason && <span className="block">{stopTexts[stopReason]}</span>}
          {lastFailure && (
            <span className="block">
              Last failure: {formatAgo(lastFailure.at, now)}. {lastFailure.text}.
            </span>
          )}
        </>
      }
      title={
        <>
          {name} <span className="font-regular text-muted text-xs">{owner.name}</span>{" "}
          {!isOn && <Badge tone="warning">Off</Badge>}
        </>
      }
    />
  );
}

const acts = {
  stop: {
    run: stopOutgoing,
    verb: "Switch off",
    done: "Webhook switched off",
    failure: "Failed to switch off the webhook",
    text: "It sends nothing from now on. Its owner is notified, and can switch it on again.",
  },
  delete: {
    run: deleteAnyOutgoing,
    verb: "Delete",
    done: "Webhook deleted",
    failure: "Failed to delete the webhook",
    text: "It sends nothing from now on, and its log is deleted. Its owner is notified.",
  },
} as const;

/** Asks before a webhook of someone ends. */
function EndDialog({ asked: { what, webhook }, onClose }: { asked: Asked; onClose: () => void }) {
  const queryClient = useQueryClient();
  const act = acts[what];
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => act.run(webhook.id),
    onSuccess: () => {
      notify.success(act.done);
      onClose();
    },
    // It is gone already, as intended. The list shows it.
    onError: (failure) => hasCode(failure, "outgoing_webhook_not_found") && onClose(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: outgoingKey }),
  });
  return (
    <ConfirmDialog
      error={error ? errorMessage(error, act.failure) : undefined}
      loading={isPending}
      onClose={onClose}
      onConfirm={() => mutate()}
      open
      title={`${act.verb} “${webhook.name}” of ${webhook.owner.name}?`}
      verb={act.verb}
    >
      {act.text}
    </ConfirmDialog>
  );
}
