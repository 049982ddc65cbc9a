import { accountChangeSchema } from "@atoll/contract/identity/account";
import { useEffect, useEffectEvent } from "react";
import { useForm } from "../../lib/form/use-form.ts";
import { Button } from "../../ui/button/button.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { updateOwnAccount } from "./api.ts";

/** Changes the own name. Specification, sections 7 (update user) and 8. */
export function NameForm({ name, onClose }: { name: string; onClose: () => void }) {
  const form = useForm({
    values: { name },
    schema: accountChangeSchema,
    send: async (change) => {
      await updateOwnAccount(change);
      notify.success("Your name is changed");
      onClose();
    },
    fallback: "Failed to update profile",
  });
  const start = useEffectEvent(() => form.focus("name", { selects: true }));
  useEffect(() => start(), []);

  return (
    <form className="flex min-w-0 flex-1 flex-col gap-3" noValidate onSubmit={form.submit}>
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <TextField
        {...form.field("name")}
        autoComplete="name"
        label="Name"
        onKeyDown={(event) => event.key === "Escape" && onClose()}
      />
      <div className="flex gap-2">
        <Button loading={form.isSending} size="sm" type="submit" variant="primary">
          Save name
        </Button>
        <Button onClick={onClose} size="sm" variant="ghost">
          Cancel
        </Button>
      </div>
    </form>
  );
}
