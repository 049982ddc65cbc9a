import {
  type HookEvent,
  type HookPlaceKind,
  hookEvents,
  newOutgoingWebhookSchema,
  type OutgoingWebhook,
  outgoingWebhookChangeSchema,
} from "@atoll/contract/outgoing-webhooks/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { Building2, Hash, LayoutGrid, Megaphone } from "lucide-react";
import { useId, useState } from "react";
import { z } from "zod";
import {
  RenewSecretDialog,
  type SecretDialogProps,
} from "../../capabilities/secrets/renew-secret-dialog.tsx";
import { useChoice } from "../../lib/form/use-choice.ts";
import { useEditForm } from "../../lib/form/use-edit-form.ts";
import { useForm } from "../../lib/form/use-form.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { useDebounced } from "../../lib/use-debounced.ts";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { Checkbox } from "../../ui/field/checkbox.tsx";
import { FieldNote } from "../../ui/field/field.tsx";
import { PasswordField } from "../../ui/field/password-field.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import type { IconType } from "../../ui/icon/icon-type.ts";
import { SearchChoice } from "../../ui/list/search-choice.tsx";
import { FormClashes } from "../../ui/state/form-clashes.tsx";
import { changeOutgoing, createOutgoing, outgoingKey, type Place, renewSecret, usePlaces } from "./api.ts";

const { name, address, events } = newOutgoingWebhookSchema.shape;
const currentPassword = z.string();
const newSchema = z.object({
  ...{ name, address, events, currentPassword },
  place: z.custom<Place | null>((place) => place !== null, "Choose a place"),
});
const editSchema = z.object({ name, address, events, currentPassword });

/** Makes a webhook for the events of a place. */
export function NewOutgoingDialog({ onClose, onSecret }: SecretDialogProps) {
  const queryClient = useQueryClient();
  const { hasPassword } = useViewer();
  // The same for every attempt, so that a lost answer makes no second webhook.
  const [id] = useState(() => uuidv7());
  const form = useForm({
    values: { name: "", address: "", place: noPlace, events: noEvents, currentPassword: "" },
    schema: newSchema,
    send: async ({ place, currentPassword, ...given }) => {
      if (!place) return;
      const { secret } = await createOutgoing({
        ...{ id, ...given, ...(hasPassword && { currentPassword }) },
        place:
          place.kind === "company" || place.id === null
            ? { kind: "company" }
            : { kind: place.kind, id: place.id },
      });
      onSecret({ name: given.name, secret });
      onClose();
      await queryClient.invalidateQueries({ queryKey: outgoingKey });
    },
    fallback: "Failed to create the webhook",
  });
  const place = useChoice(form, "place");
  const chosen = useChoice(form, "events");
  return (
    <FormDialog
      isSecret
      description="It sends what you can see at that moment, and nothing that you cannot see any more."
      form={form}
      onClose={onClose}
      title="New outgoing webhook"
      verb="Create webhook"
      width={560}
    >
      <TextField
        {...form.field("name")}
        autoComplete="off"
        help="What receives it, such as “Archive”."
        label="Name"
      />
      <TextField
        {...form.field("address")}
        autoComplete="off"
        inputMode="url"
        label="Address"
        placeholder="https://"
        spellCheck={false}
      />
      <PlaceChoice
        {...place}
        onValueChange={(next) => {
          place.onValueChange(next);
          chosen.onValueChange([]);
        }}
      />
      {place.value && <EventChoice kind={place.value.kind} {...chosen} />}
      {hasPassword && <PasswordField {...form.field("currentPassword")} label="Current password" />}
    </FormDialog>
  );
}

const noPlace: Place | null = null as Place | null;
const noEvents: HookEvent[] = [];

/** Changes the name, the address and the events of a webhook. */
export function EditOutgoingDialog({ webhook, onClose }: { webhook: OutgoingWebhook; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { hasPassword } = useViewer();
  const refresh = () => queryClient.invalidateQueries({ queryKey: outgoingKey });
  const form = useEditForm({
    stored: {
      values: {
        ...{ name: webhook.name, address: webhook.address, events: webhook.events },
        currentPassword: "",
      },
      version: webhook.version,
    },
    schema: editSchema,
    async fetchNewest() {
      await refresh();
      return undefined;
    },
    async save(values, { version, pick }) {
      const body = outgoingWebhookChangeSchema.parse({ version, ...pick(values) });
      await changeOutgoing(webhook.id, body).finally(() => void refresh());
      return undefined;
    },
    onDone: onClose,
    fallback: "Failed to save the webhook",
  });
  const chosen = useChoice(form, "events");
  const { value: nextAddress } = useChoice(form, "address");
  return (
    <FormDialog
      form={form}
      isSecret
      onClose={onClose}
      title={`Edit ${webhook.name}`}
      verb="Save webhook"
      width={560}
    >
      <FormClashes form={form} labels={{ name: "Name", address: "Address", events: "Events" }} />
      <TextField {...form.field("name")} autoComplete="off" label="Name" />
      <TextField
        {...form.field("address")}
        autoComplete="off"
        inputMode="url"
        label="Address"
        spellCheck={false}
      />
      {hasPassword && nextAddress.trim() !== webhook.address && (
        <PasswordField
          {...form.field("currentPassword")}
          help="For another address, to which everything goes from then on."
          label="Current password"
        />
      )}
      <EventChoice kind={webhook.place.kind} {...chosen} />
    </FormDialog>
  );
}

/** Makes a new secret of a webhook. */
export function RenewOutgoingDialog({
  webhook: { id, name },
  ...dialog
}: SecretDialogProps & { webhook: OutgoingWebhook }) {
  const queryClient = useQueryClient();
  return (
    <RenewSecretDialog
      description="For 24 hours events are signed with both secrets, so that you can change the receiver. After that the former one is not used any more."
      onRenewed={() => queryClient.invalidateQueries({ queryKey: outgoingKey })}
      renew={async (body) => ({ name, secret: (await renewSecret(id, body)).secret })}
      title={`Make a new secret for ${name}?`}
      {...dialog}
    />
  );
}

export const placeIcons: Record<HookPlaceKind, IconType> = {
  channel: Hash,
  department: Building2,
  section: LayoutGrid,
  company: Megaphone,
};

const placeKinds: Record<HookPlaceKind, string> = {
  channel: "Channel",
  department: "Tasks of the department",
  section: "Cards of the section",
  company: "Announcements",
};

interface Choice<Value> {
  value: Value;
  onValueChange: (value: Value) => void;
  error: string | undefined;
  ref: (element: HTMLElement | null) => void;
}

/** Finds the place by its name. */
function PlaceChoice({ value, onValueChange, error, ref }: Choice<Place | null>) {
  const [text, setText] = useState("");
  const search = useDebounced(text.trim(), 200);
  const { data, error: failure, isFetching, refetch } = usePlaces(search);
  const keyOf = ({ kind, id }: Place) => `${kind} ${id}`;
  return (
    <SearchChoice
      chosen={value?.name}
      empty={`No place found for "${search}"`}
      error={error}
      failure={failure && errorMessage(failure, "Search failed")}
      label="Search places"
      listLabel="Places"
      loading={isFetching}
      onChoose={(key) => {
        const place = data?.places.find((one) => keyOf(one) === key);
        if (place) onValueChange(place);
      }}
      onClear={() => onValueChange(null)}
      onRetry={() => void refetch()}
      onTextChange={setText}
      options={(data?.places ?? []).map((place) => {
        const Icon = placeIcons[place.kind];
        return {
          id: keyOf(place),
          title: place.name,
          detail: placeKinds[place.kind],
          mark: <Icon className="size-4 text-faint" />,
        };
      })}
      query={search}
      ref={ref}
      text={text}
      title="Place"
    />
  );
}

/** The events of a kind of place. */
function EventChoice({
  kind,
  value,
  onValueChange,
  error,
  ref,
}: { kind: HookPlaceKind } & Choice<HookEvent[]>) {
  const noteId = useId();
  const possible = Object.entries(hookEvents[kind]) as [HookEvent, string][];
  return (
    <fieldset aria-describedby={error ? noteId : undefined} className="min-w-0" ref={ref} tabIndex={-1}>
      <legend className="mb-1.5 font-semibold text-xs">Events</legend>
      {error && <FieldNote id={noteId} isError note={error} />}
      <div className="flex flex-col gap-2">
        {possible.map(([event, label]) => (
          <Checkbox
            checked={value.includes(event)}
            key={event}
            label={label}
            onChange={({ target }) =>
              onValueChange(target.checked ? [...value, event] : value.filter((one) => one !== event))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
