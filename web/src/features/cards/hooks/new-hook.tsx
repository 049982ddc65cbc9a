import { type HookKind, newHookSchema } from "@atoll/contract/cards/hook-schemas";
import { maxHookName } from "@atoll/contract/cards/limits";
import type { CardType } from "@atoll/contract/cards/schemas";
import { Copy } from "lucide-react";
import { useState } from "react";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";
import { hookAddress, kindNames, secretPlaces } from "./hook-words.ts";
import { createHook } from "./hooks-api.ts";

const schema = newHookSchema.omit({ id: true });

/** Adds a webhook, and shows its address and its secret once. */
export function NewHook({
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
