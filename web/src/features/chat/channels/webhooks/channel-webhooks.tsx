import type { Channel } from "@atoll/contract/chat/schemas";
import type { RouteCall } from "@atoll/contract/route";
import { webhookRoutes } from "@atoll/contract/webhooks/routes";
import { newWebhookSchema, type Webhook } from "@atoll/contract/webhooks/schemas";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy, Ellipsis, KeyRound, Plus, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { MailAddress } from "../../../../capabilities/mail-address/mail-address.tsx";
import { useForm } from "../../../../lib/form/use-form.ts";
import { call, errorMessage } from "../../../../lib/server/api-client.ts";
import { formatAgo } from "../../../../lib/time/format-ago.ts";
import { useNow } from "../../../../lib/time/use-now.ts";
import { uuidv7 } from "../../../../lib/uuidv7.ts";
import { Badge } from "../../../../ui/badge/badge.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { IconButton } from "../../../../ui/button/icon-button.tsx";
import { ConfirmDialog } from "../../../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../../../ui/dialog/form-dialog.tsx";
import { TextField } from "../../../../ui/field/text-field.tsx";
import { Toggle } from "../../../../ui/field/toggle.tsx";
import { Menu } from "../../../../ui/popup/menu.tsx";
import { EmptyState } from "../../../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../../ui/state/load-state.tsx";
import { copyText } from "../../../../ui/toast/copy-text.ts";
import { notify } from "../../../../ui/toast/toast.tsx";
import { CardSkeletons } from "../../places/view-frame.tsx";

const keyOf = (channelId: string) => ["chat", "webhooks", channelId];
const addressOf = (secret: string) => `${location.origin}/api/hooks/${secret}`;

/** The address of a webhook, which is shown only when it was made. */
interface NewAddress {
  name: string;
  secret: string;
}

/** The incoming webhooks of a channel, for those who manage it. */
export function ChannelWebhooks({ channel }: { channel: Pick<Channel, "id" | "archivedAt"> }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keyOf(channel.id),
    queryFn: ({ signal }) =>
      call(webhookRoutes.listWebhooks, { params: { channelId: channel.id } }, { signal }),
  });
  const [isCreating, setIsCreating] = useState(false);
  const [address, setAddress] = useState<NewAddress>();
  if (error) return <LoadState query={{ error, isFetching, refetch }} />;
  if (!data) return <CardSkeletons label="Loading webhooks" />;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 flex-1 basis-52 text-muted text-xs">
          Other programs write here by sending a message to an incoming webhook, in the format of Slack or
          Mattermost.
        </p>
        {channel.archivedAt === null && (
          <Button icon={Plus} onClick={() => setIsCreating(true)} size="sm">
            New webhook
          </Button>
        )}
      </div>
      {address && (
        <InlineAlert
          action={
            <Button
              icon={Copy}
              onClick={() => copyText(addressOf(address.secret), "Address copied")}
              size="sm"
            >
              Copy address
            </Button>
          }
          onDismiss={() => setAddress(undefined)}
          tone="notice"
        >
          Copy the address of “{address.name}” now: it is not shown again. Anyone who has it can write here.
          <code className="mt-2 block break-all text-xs">{addressOf(address.secret)}</code>
        </InlineAlert>
      )}
      {data.webhooks.length === 0 ? (
        <EmptyState title="No incoming webhooks" />
      ) : (
        <ul
          aria-label="Incoming webhooks"
          className="divide-y overflow-hidden rounded-lg border bg-surface-raised"
        >
          {data.webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} onAddress={setAddress} webhook={webhook} />
          ))}
        </ul>
      )}
      <MailAddress id={channel.id} kind="channel" />
      {isCreating && (
        <NewWebhookDialog
          channelId={channel.id}
          onAddress={setAddress}
          onClose={() => setIsCreating(false)}
        />
      )}
    </div>
  );
}

interface NewWebhookDialogProps {
  channelId: string;
  onAddress: (address: NewAddress) => void;
  onClose: () => void;
}

function NewWebhookDialog({ channelId, onAddress, onClose }: NewWebhookDialogProps) {
  const queryClient = useQueryClient();
  // The same for every attempt, so that a lost answer makes no second webhook.
  const [id] = useState(() => uuidv7());
  const form = useForm({
    values: { name: "" },
    schema: newWebhookSchema.pick({ name: true }),
    send: async ({ name }) => {
      const { secret } = await call(webhookRoutes.createWebhook, {
        params: { channelId },
        body: { id, name },
      });
      onAddress({ name, secret });
      onClose();
      await queryClient.invalidateQueries({ queryKey: keyOf(channelId) });
    },
    fallback: "Failed to create the webhook",
  });
  return (
    <FormDialog
      description="It writes in your name: it stops when you cannot write in this channel any more."
      form={form}
      onClose={onClose}
      title="New incoming webhook"
      verb="Create webhook"
    >
      <TextField
        {...form.field("name")}
        autoComplete="off"
        help="What writes, such as Grafana. Its messages carry this name."
        label="Name"
      />
    </FormDialog>
  );
}

/** Why the last delivery was refused, in words. */
const problems: Record<string, string> = {
  invalid_payload: "The last message was no JSON.",
  no_text: "The last message had no text.",
  action_prohibited: "Its owner cannot write here any more. Make a new address to take it over.",
  channel_is_archived: "This channel is archived.",
  message_not_found: "The thread of the last message does not exist.",
  message_id_taken: "The last message had the key of another one.",
};

interface WebhookRowProps {
  webhook: Webhook;
  onAddress: (address: NewAddress) => void;
}

function WebhookRow({ webhook, onAddress }: WebhookRowProps) {
  const { id, name, owner, isOn, mayCallAll, lastDelivery } = webhook;
  const now = useNow();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<"renew" | "remove">();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: keyOf(webhook.channelId) });
  const fail = (error: unknown) => notify.error(errorMessage(error));
  const params = { webhookId: id };
  const change = useMutation({
    mutationFn: (body: RouteCall<typeof webhookRoutes.changeWebhook>["body"]) =>
      call(webhookRoutes.changeWebhook, { params, body }),
    onError: fail,
    onSettled,
  });
  const test = useMutation({
    mutationFn: () => call(webhookRoutes.testWebhook, { params }),
    onSuccess: () => notify.success("Test message sent"),
    onError: fail,
    onSettled,
  });
  const renewal = useMutation({
    mutationFn: () => call(webhookRoutes.renewWebhookSecret, { params }),
    onSuccess: ({ secret }) => {
      onAddress({ name, secret });
      setAsked(undefined);
    },
    onSettled,
  });
  const removal = useMutation({
    mutationFn: () => call(webhookRoutes.deleteWebhook, { params }),
    onSuccess: () => setAsked(undefined),
    onSettled,
  });
  const problem = lastDelivery?.error && (problems[lastDelivery.error] ?? lastDelivery.error);
  const { error, isPending } = asked === "renew" ? renewal : removal;
  return (
    <li className="flex flex-col gap-2 px-3 py-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <span className="min-w-0 truncate">{name}</span>
            {!isOn && <Badge tone="warning">Off</Badge>}
          </p>
          <p className="text-muted text-xs">
            By {owner.name}.{" "}
            {lastDelivery ? `Last message: ${formatAgo(lastDelivery.at, now)}.` : "Nothing received yet."}
          </p>
          {problem && <p className="text-danger-text text-xs">{problem}</p>}
        </div>
        <Menu
          align="end"
          items={[
            { label: "Send a test message", icon: Send, onSelect: () => test.mutate() },
            { label: "Make a new address", icon: KeyRound, onSelect: () => setAsked("renew") },
            "separator",
            { label: "Remove", icon: Trash2, danger: true, onSelect: () => setAsked("remove") },
          ]}
          label={`More for ${name}`}
          trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} size="sm" />}
        />
      </div>
      <Toggle
        checked={change.variables?.isOn !== undefined && change.isPending ? change.variables.isOn : isOn}
        label="Receives messages"
        labelFirst
        onChange={(event) => change.mutate({ isOn: event.target.checked })}
      />
      <Toggle
        checked={
          change.variables?.mayCallAll !== undefined && change.isPending
            ? change.variables.mayCallAll
            : mayCallAll
        }
        label="May notify everyone with @channel and @here"
        labelFirst
        onChange={(event) => change.mutate({ mayCallAll: event.target.checked })}
      />
      <ConfirmDialog
        error={error ? errorMessage(error) : undefined}
        loading={isPending}
        onClose={() => setAsked(undefined)}
        onConfirm={() => (asked === "renew" ? renewal.mutate() : removal.mutate())}
        open={asked !== undefined}
        title={asked === "renew" ? `Make a new address for ${name}?` : `Remove ${name}?`}
        verb={asked === "renew" ? "Make a new address" : "Remove"}
      >
        {asked === "renew"
          ? "The old address stops working at once. From now on the webhook writes in your name."
          : "Its address stops working at once. What it has written stays."}
      </ConfirmDialog>
    </li>
  );
}
