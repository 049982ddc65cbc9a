import { accountChangeSchema } from "@atoll/contract/identity/account";
import { type FormEvent, useEffect } from "react";
import { Button } from "../../ui/button/button.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { updateOwnAccount } from "./api.ts";
import { fieldErrors } from "./field-errors.ts";
import { useFormSending } from "./use-form-sending.ts";

const names = ["name"] as const;

/** Changes the own name. Specification, sections 7 (update user) and 8. */
export function NameForm({ name, onClose }: { name: string; onClose: () => void }) {
  const { form, errors, failure, isSending, mark, clearError, send } = useFormSending({
    names,
    fieldOf: { name_looks_taken: "name" },
    fallback: "Failed to update profile",
  });
  useEffect(() => {
    const field = form.current?.elements.namedItem("name");
    if (!(field instanceof HTMLInputElement)) return;
    field.focus();
    field.select();
  }, [form]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const parsed = accountChangeSchema.safeParse({ name: given.get("name") });
    if (!parsed.success) return mark(fieldErrors(names, parsed.error.issues) ?? {});
    const isDone = await send(() => updateOwnAccount(parsed.data));
    if (!isDone) return;
    notify.success("Your name is changed");
    onClose();
  };
  return (
    <form className="flex min-w-0 flex-1 flex-col gap-3" noValidate onSubmit={submit} ref={form}>
      {failure && <InlineAlert tone="error">{failure}</InlineAlert>}
      <TextField
        autoComplete="name"
        defaultValue={name}
        error={errors.name}
        label="Name"
        name="name"
        onChange={() => clearError("name")}
        onKeyDown={(event) => event.key === "Escape" && onClose()}
      />
      <div className="flex gap-2">
        <Button loading={isSending} size="sm" type="submit" variant="primary">
          Save name
        </Button>
        <Button onClick={onClose} size="sm" variant="ghost">
          Cancel
        </Button>
      </div>
    </form>
  );
}
