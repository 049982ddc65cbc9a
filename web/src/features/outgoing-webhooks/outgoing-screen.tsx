import { hookEvents, type OutgoingWebhook } from "@atoll/contract/outgoing-webhooks/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, KeyRound, Pencil, Plus, ScrollText, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { EndDialog } from "../../capabilities/live/end-dialog.tsx";
import type { NewSecret } from "../../capabilities/secrets/renew-secret-dialog.tsx";
import { SecretAlert } from "../../capabilities/secrets/secret-alert.tsx";
import { errorMessage } from "../../lib/server/api-client.ts";
import { formatAgo } from "../../lib/time/format-ago.ts";
import { formatInstant } from "../../lib/time/format-date.ts";
import { useNow } from "../../lib/time/use-now.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Drawer } from "../../ui/dialog/drawer.tsx";
import { Toggle } from "../../ui/field/toggle.tsx";
import { SettingCard } from "../../ui/layout/setting-card.tsx";
import { Menu } from "../../ui/popup/menu.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { changeOutgoing, deleteOutgoing, outgoingKey, testOutgoing, useOutgoing } from "./api.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import {
  EditOutgoingDialog,
  NewOutgoingDialog,
  placeIcons,
  RenewOutgoingDialog,
} from "./outgoing-dialogs.tsx";

type Asked = "edit" | "log" | "renew" | "delete";

/** The viewer's outgoing webhooks: where they send what, how that went, and their log. */
export function OutgoingScreen() {
  const { data, error, isFetching, refetch } = useOutgoing();
  const [isCreating, setIsCreating] = useState(false);
  const [made, setMade] = useState<NewSecret>();
  const [asked, setAsked] = useState<{ what: Asked; id: string }>();
  const webhook = data?.find(({ id }) => id === asked?.id);
  const close = () => setAsked(undefined);
  return (
    <div className="flex flex-col gap-4">
      {made && (
        <SecretAlert made={made} onDismiss={() => setMade(undefined)}>
          Copy the secret of “{made.name}” now: it is not shown again. With it the receiver verifies that
          Atoll has sent an event.
        </SecretAlert>
      )}
      <SettingCard
        end={
          <Button icon={Plus} onClick={() => setIsCreating(true)} size="sm">
            New webhook
          </Button>
        }
        text="Atoll sends what happens in a place to another system, as far as you can see it."
        title="Outgoing webhooks"
      >
        {data ? (
          data.length > 0 ? (
            <ul aria-label="Outgoing webhooks">
              {data.map((one) => (
                <WebhookRow key={one.id} onAsk={(what) => setAsked({ what, id: one.id })} webhook={one} />
              ))}
            </ul>
          ) : (
            <div className="border-t">
              <EmptyState title="No outgoing webhooks" />
            </div>
          )
        ) : (
          <div className="border-t">
            {error ? (
              <LoadState query={{ error, isFetching, refetch }} />
            ) : (
              <RowSkeletons label="Loading your webhooks" mark={16} rowClassName="px-4 py-2 md:px-5" />
            )}
          </div>
        )}
      </SettingCard>
      {isCreating && <NewOutgoingDialog onClose={() => setIsCreating(false)} onSecret={setMade} />}
      {webhook && asked?.what === "edit" && <EditOutgoingDialog onClose={close} webhook={webhook} />}
      {webhook && asked?.what === "renew" && (
        <RenewOutgoingDialog onClose={close} onSecret={setMade} webhook={webhook} />
      )}
      {webhook && asked?.what === "delete" && (
        <EndDialog
          onClose={close}
          queryKey={outgoingKey}
          end={() => deleteOutgoing(webhook.id)}
          title={`Delete ${webhook.name}?`}
        >
          It sends nothing from now on, and its log is deleted.
        </EndDialog>
      )}
      {webhook && asked?.what === "log" && (
        <Drawer onClose={close} title={`Log of ${webhook.name}`}>
          <DeliveryLog webhookId={webhook.id} />
        </Drawer>
      )}
    </div>
  );
}

/** The events in words, by their names. */
export const eventTexts: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(hookEvents));

const stopTexts: Record<NonNullable<OutgoingWebhook["stopReason"]>, string> = {
  receiver_failed:
    "It was switched off, because its receiver has failed for a day or is gone. Switch it on again and replay what failed.",
  administrator: "An administrator has switched it off. Ask them before you switch it on again.",
  access_ended:
    "It was switched off with your sessions, such as by a new password. If you made it and know its address, switch it on again.",
};

function WebhookRow({ webhook, onAsk }: { webhook: OutgoingWebhook; onAsk: (what: Asked) => void }) {
  const { id, name, address, place, events, isOn, stopReason, lastDelivery, version } = webhook;
  const now = useNow();
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: outgoingKey });
  const change = useMutation({
    mutationFn: (on: boolean) => changeOutgoing(id, { version, isOn: on }),
    onError: (error) => notify.error(errorMessage(error, "Failed to save")),
    onSettled,
  });
  const test = useMutation({
    mutationFn: () => testOutgoing(id),
    onSuccess: () => notify.success("Test event queued"),
    onError: (error) => notify.error(errorMessage(error)),
    onSettled,
  });
  const Icon = placeIcons[place.kind];
  return (
    <li className="flex items-start gap-3.5 border-t px-4 py-3 md:px-5">
      <Icon className="mt-0.5 size-5 flex-none text-faint" />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 truncate">{name}</span>
          {!isOn && <Badge tone="warning">Off</Badge>}
        </p>
        <p className="text-muted text-xs wrap-anywhere">
          {place.name ?? "A place that you cannot see any more"}:{" "}
          {events.map((event) => eventTexts[event]).join(", ")}.<span className="block">To {address}</span>
          {lastDelivery && (
            <span className="block">
              Last event: {formatAgo(lastDelivery.at, now)}
              {lastDelivery.state === "sent" && ", sent"}.
            </span>
          )}
          {webhook.formerSecretUntil && (
            <span className="block">
              The former secret also signs until {formatInstant(webhook.formerSecretUntil)}.
            </span>
          )}
        </p>
        {stopReason && <p className="text-danger-text text-xs">{stopTexts[stopReason]}</p>}
        {!stopReason && lastDelivery?.failure && lastDelivery.state !== "sent" && (
          <p className="text-danger-text text-xs">{lastDelivery.failure}.</p>
        )}
        <Toggle
          checked={change.isPending ? change.variables : isOn}
          label="Sends events"
          labelFirst
          onChange={(event) => change.mutate(event.target.checked)}
        />
      </div>
      <Menu
        align="end"
        items={[
          { label: "Show the log", icon: ScrollText, onSelect: () => onAsk("log") },
          { label: "Send a test event", icon: Send, disabled: !isOn, onSelect: () => test.mutate() },
          { label: "Edit", icon: Pencil, onSelect: () => onAsk("edit") },
          { label: "Make a new secret", icon: KeyRound, onSelect: () => onAsk("renew") },
          "separator",
          { label: "Delete", icon: Trash2, danger: true, onSelect: () => onAsk("delete") },
        ]}
        label={`More for ${name}`}
        trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} size="sm" />}
      />
    </li>
  );
}
