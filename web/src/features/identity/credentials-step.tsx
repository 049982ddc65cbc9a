import { useEffectEvent, useLayoutEffect } from "react";
import { useForm } from "../../lib/form/use-form.ts";
import { Button } from "../../ui/button/button.tsx";
import { PasswordField } from "../../ui/field/password-field.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { loadSignInSchemas } from "./sign-in-check.ts";

export interface CredentialsStepProps {
  /** The initial value of the email field, set for a person who has come back from the second step. */
  email: string;
  /** Its errors are shown here. */
  onSubmit: (credentials: { email: string; password: string }) => Promise<void>;
}

/** The first step of signing in. Specification, section 5. */
export function CredentialsStep({ email, onSubmit }: CredentialsStepProps) {
  const form = useForm({
    values: { email, password: "" },
    schema: async () => (await loadSignInSchemas()).credentialsSchema,
    send: onSubmit,
  });
  const start = useEffectEvent(() => {
    if (email) form.focus("password");
  });
  useLayoutEffect(() => start(), []);

  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={form.submit}>
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <TextField
        {...form.field("email")}
        autoCapitalize="none"
        autoComplete="username"
        inputMode="email"
        label="Email"
        size="lg"
        spellCheck={false}
        type="email"
      />
      <PasswordField {...form.field("password")} label="Password" size="lg" />
      <Button className="w-full" loading={form.isSending} size="lg" type="submit" variant="primary">
        Sign In
      </Button>
    </form>
  );
}
