import { accountChangeSchema } from "@atoll/contract/identity/account";
import { passwordTexts } from "@atoll/contract/identity/passwords";
import { useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useViewer } from "../../lib/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { PasswordField } from "../../ui/field/password-field.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { identityKeys, updateOwnAccount } from "./api.ts";
import { type FieldErrors, fieldErrors } from "./field-errors.ts";
import { useFormSending } from "./use-form-sending.ts";

const names = ["currentPassword", "password"] as const;

/** Changing the own password, which ends all other sessions. Specification, sections 5 and 8. */
export function PasswordCard() {
  const { hasPassword } = useViewer();
  return (
    <Card title="Password">
      {hasPassword ? (
        <PasswordForm />
      ) : (
        <p className="text-muted">You sign in through your company, so you have no password in Atoll.</p>
      )}
    </Card>
  );
}

/** The form alone, for a place of its own. */
export function PasswordForm() {
  const queryClient = useQueryClient();
  const { email } = useViewer();
  const { form, errors, failure, isSending, mark, clearError, send } = useFormSending({
    names,
    fallback: "Failed to change password",
  });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentPassword, password } = Object.fromEntries(new FormData(event.currentTarget));
    const parsed = accountChangeSchema.safeParse({ currentPassword, password });
    const missing: FieldErrors<(typeof names)[number]> = currentPassword
      ? {}
      : { currentPassword: "Current password is required" };
    const found = { ...fieldErrors(names, parsed.error?.issues ?? []), ...missing };
    if (!parsed.success || missing.currentPassword) return mark(found);
    const isDone = await send(() => updateOwnAccount(parsed.data));
    if (!isDone) return;
    form.current?.reset();
    notify.success("Your password is changed. Your other sessions have ended.");
    await queryClient.invalidateQueries({ queryKey: identityKeys.sessions });
  };
  return (
    <form className="flex flex-col gap-3" noValidate onSubmit={submit} ref={form}>
      {failure && <InlineAlert tone="error">{failure}</InlineAlert>}
      {/* Password managers file a new password under the name that stands beside it. */}
      <input
        autoComplete="username"
        className="hidden"
        defaultValue={email}
        name="email"
        readOnly
        type="email"
      />
      <PasswordField
        error={errors.currentPassword}
        label="Current password"
        name="currentPassword"
        onChange={() => clearError("currentPassword")}
      />
      <PasswordField
        autoComplete="new-password"
        error={errors.password}
        help={passwordTexts.tooShort}
        label="New password"
        name="password"
        onChange={() => clearError("password")}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-faint text-xs">Signs out your other devices</p>
        <Button loading={isSending} size="sm" type="submit" variant="primary">
          Change password
        </Button>
      </div>
    </form>
  );
}
