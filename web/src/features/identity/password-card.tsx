import { passwordTexts } from "@atoll/contract/identity/password-texts";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "../../lib/form/use-form.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { PasswordField } from "../../ui/field/password-field.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { identityKeys, updateOwnAccount } from "./api.ts";
import { loadSignInSchemas } from "./sign-in-check.ts";

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
  const form = useForm({
    values: { currentPassword: "", password: "" },
    schema: async () => (await loadSignInSchemas()).passwordChangeSchema,
    send: async (change) => {
      await updateOwnAccount(change);
      form.reset();
      notify.success("Password changed. Your other sessions have ended.");
      await queryClient.invalidateQueries({ queryKey: identityKeys.sessions });
    },
    fallback: "Failed to change password",
  });
  return (
    <form className="flex flex-col gap-3" noValidate onSubmit={form.submit}>
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      {/* Password managers store a new password under the name next to it. */}
      <input
        autoComplete="username"
        className="hidden"
        defaultValue={email}
        name="email"
        readOnly
        type="email"
      />
      <PasswordField {...form.field("currentPassword")} label="Current password" />
      <PasswordField
        {...form.field("password")}
        autoComplete="new-password"
        help={passwordTexts.tooShort}
        label="New password"
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-faint text-xs">Signs out your other devices</p>
        <Button loading={form.isSending} size="sm" type="submit" variant="primary">
          Change password
        </Button>
      </div>
    </form>
  );
}
