import { type Hook, type HookKind, hookKindsOf, newHookSchema } from "@atoll/contract/cards/hook-schemas";
import { maxHookName } from "@atoll/contract/cards/limits";
import type { CardType } from "@atoll/contract/cards/schemas";
import { canManageDepartments } from "@atoll/contract/permissions";
import { Copy, Plus } from "lucide-react";
import { useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { formatAgo } from "../../../lib/time/format-ago.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Drawer } from "../../../ui/dialog/drawer.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";
import { OutsideNames } from "../settings/outside-names.tsx";
import { useSettings } from "../settings/settings-api.ts";
import { HookLog } from "./hook-log.tsx";
import { hookAddress, kindNames, secretPlaces } from "./hook-words.ts";
import { createHook, useHooks } from "./hooks-api.ts";

const schema = newHookSchema.omit({ id: true });

/** Adds a webhook, and shows its address and its secret once. */
function NewHook({
  type,
  kinds,
  onDone,
}: {
  type: CardType;
  kinds: readonly HookKind[];
  onDone: () => void;
}) {
  const [id] = useState(uuidv7);
  const [made, setMade] = useState<{ secret: string; kind: HookKind }>();
  const form = useForm({
    values: { name: "", kind: kinds[0] ?? "generic" },
    schema,
    async send(values) {
      const { hook, secret } = await createHook(type.id, { id, ...values });
      setMade({ secret, kind: hook.kind });
    },
    fallback: "Failed to add the webhook",
  });
  const kind = useChoice(form, "kind");
  if (made)
    return (
      <section aria-label="The new webhook" className="flex flex-col gap-3 rounded-lg border p-4">
        <Copyable label="Address" text={hookAddress(id)} />
        <Copyable label="Secret" text={made.secret} />
        <p className="text-muted text-xs">{secretPlaces[made.kind]}</p>
        <InlineAlert tone="notice">Copy the secret now. It is not shown again.</InlineAlert>
        <Button className="self-start" variant="primary" onClick={onDone}>
          Done
        </Button>
      </section>
    );
  return (
    <form
      noValidate
      aria-label="New webhook"
      onSubmit={form.submit}
      className="flex flex-col gap-3 rounded-lg border p-4"
    >
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <TextField
        {...form.field("name")}
        label="Name"
        maxLength={maxHookName}
        placeholder="checkout on GitHub"
      />
      <Select {...kind} label="System" options={kinds.map((value) => ({ value, label: kindNames[value] }))} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" loading={form.isSending}>
          Add webhook
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function Copyable({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="text-muted text-xs">{label}</p>
      <p className="flex items-center gap-2">
        <code className="min-w-0 flex-1 break-all rounded-md bg-surface-sunken px-2 py-1.5 text-xs">
          {text}
        </code>
        <IconButton
          icon={Copy}
          label={`Copy ${label.toLowerCase()}`}
          onClick={() => copyText(text, `${label} copied`)}
        />
      </p>
    </div>
  );
}

/** The webhooks of a section: adding one, and what each has received. */
export function HooksDrawer({ type, onClose }: { type: CardType; onClose: () => void }) {
  const viewer = useViewer();
  const query = useHooks(type.id);
  const [isAdding, setIsAdding] = useState(false);
  const [openId, setOpenId] = useState<string>();
  const kinds = type.options.hooks ? hookKindsOf[type.options.hooks] : [];
  const open = query.data?.hooks.find(({ id }) => id === openId);
  if (open)
    return (
      <Drawer onClose={onClose} title={`Webhook: ${open.name}`}>
        <HookLog hook={open} onBack={() => setOpenId(undefined)} />
      </Drawer>
    );
  return (
    <Drawer onClose={onClose} title={`Webhooks of ${type.name}`}>
      <div className="flex flex-col gap-4 p-4">
        <p className="text-muted text-sm">
          Other systems report here, and {type.name} shows it. Changes appear in the history under the person
          who added the webhook, with the webhook's name.
        </p>
        {isAdding ? (
          <NewHook type={type} kinds={kinds} onDone={() => setIsAdding(false)} />
        ) : (
          <Button className="self-start" icon={Plus} onClick={() => setIsAdding(true)}>
            New Webhook
          </Button>
        )}
        {query.data ? (
          query.data.hooks.length === 0 ? (
            <EmptyState title="No webhooks yet. Add one, and paste its address into your system." />
          ) : (
            <ul aria-label="Webhooks" className="flex flex-col divide-y rounded-lg border">
              {query.data.hooks.map((hook) => (
                <Row key={hook.id} hook={hook} onOpen={() => setOpenId(hook.id)} />
              ))}
            </ul>
          )
        ) : query.error ? (
          <LoadState query={query} failure="Failed to load the webhooks" />
        ) : (
          <RowSkeletons label="Loading the webhooks" mark={28} rowClassName="py-2" />
        )}
        {canManageDepartments(viewer) && <Choices type={type} />}
      </div>
    </Drawer>
  );
}

/** The settings of what webhooks may add to the choices of their section. */
function Choices({ type }: { type: CardType }) {
  const query = useSettings(type.departmentId);
  const section = query.data?.sections.find(({ id }) => id === type.id);
  if (section) return <OutsideNames section={section} />;
  return query.error ? (
    <LoadState query={query} failure="Failed to load the choices" />
  ) : (
    <RowSkeletons label="Loading the choices" mark={28} rowClassName="py-2" />
  );
}

function Row({ hook, onOpen }: { hook: Hook; onOpen: () => void }) {
  const now = useNow();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold text-sm">{hook.name}</p>
        <p className="text-muted text-xs">
          {kindNames[hook.kind]}
          {hook.createdBy && `, added by ${authorName(hook.createdBy)}`},{" "}
          {hook.lastAt ? `last delivery ${formatAgo(hook.lastAt, now)}` : "nothing received yet"}
        </p>
      </div>
      {hook.isWeak && <Badge tone="warning">Not signed</Badge>}
      <Button aria-label={`Log of ${hook.name}`} onClick={onOpen}>
        Log
      </Button>
    </li>
  );
}
