import type { OwnedOutgoingWebhook } from "@atoll/contract/outgoing-webhooks/schemas";
import { Send } from "lucide-react";
import { type ReactNode, useState } from "react";
import { EndDialog } from "../../capabilities/live/end-dialog.tsx";
import { EveryonesCard } from "../../capabilities/secrets/everyones-card.tsx";
import { formatAgo } from "../../lib/time/format-ago.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { deleteAnyOutgoing, outgoingKey, stopOutgoing, useAllOutgoing } from "./api.ts";
import { eventTexts } from "./outgoing-screen.tsx";

const stopTexts: Record<NonNullable<OwnedOutgoingWebhook["stopReason"]>, string> = {
  receiver_failed: "Switched off, because its receiver has failed for a day or is gone.",
  access_ended: "Switched off with the sessions of its owner.",
  administrator: "Switched off by an administrator.",
};

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

/** Everyone's outgoing webhooks, for administrators: whose they are, where they send, and an end to any of them. */
export function AllOutgoingScreen() {
  const [search, setSearch] = useState("");
  const [asked, setAsked] = useState<{
    act: (typeof acts)["stop" | "delete"];
    webhook: OwnedOutgoingWebhook;
  }>();
  const list = useAllOutgoing(search);
  return (
    <>
      <EveryonesCard
        acts={[
          {
            verb: acts.stop.verb,
            label: (webhook) => `Switch off ${nameOf(webhook)}`,
            isOffered: ({ isOn }) => isOn,
            onPress: (webhook) => setAsked({ act: acts.stop, webhook }),
          },
          {
            verb: acts.delete.verb,
            label: (webhook) => `Delete ${nameOf(webhook)}`,
            onPress: (webhook) => setAsked({ act: acts.delete, webhook }),
          },
        ]}
        badge={({ isOn }) => !isOn && <Badge tone="warning">Off</Badge>}
        describe={describe}
        icon={Send}
        list={list}
        none="Nobody has an outgoing webhook"
        onSearch={setSearch}
        placeholder="Filter by name, owner or host"
        search={search}
        text="A webhook sends what its owner can see at that moment. You can see where it sends, but not what."
        things="outgoing webhooks"
        title="Everyone's outgoing webhooks"
      />
      {asked && (
        <EndDialog
          done={asked.act.done}
          end={() => asked.act.run(asked.webhook.id)}
          failure={asked.act.failure}
          goneCode="outgoing_webhook_not_found"
          onClose={() => setAsked(undefined)}
          queryKey={outgoingKey}
          title={`${asked.act.verb} “${asked.webhook.name}” of ${asked.webhook.owner.name}?`}
          verb={asked.act.verb}
        >
          {asked.act.text}
        </EndDialog>
      )}
    </>
  );
}

const nameOf = ({ name, owner }: OwnedOutgoingWebhook) => `${name} of ${owner.name}`;

function describe({ host, events, stopReason, lastFailure }: OwnedOutgoingWebhook, now: Date): ReactNode {
  return (
    <>
      To {host}. {events.map((event) => eventTexts[event]).join(", ")}.
      {stopReason && <span className="block">{stopTexts[stopReason]}</span>}
      {lastFailure && (
        <span className="block">
          Last failure: {formatAgo(lastFailure.at, now)}. {lastFailure.text}.
        </span>
      )}
    </>
  );
}
