import { passwordSignInSchema } from "@atoll/contract/identity/schemas";
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../ui/button/button.tsx";
import { PasswordField } from "../../ui/field/password-field.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { type FieldErrors, fieldErrors, focusField, focusFirstError } from "./field-errors.ts";

const names = ["email", "password"] as const;

export interface CredentialsStepProps {
  /** What stands in the email field at first: not empty for a person who has come back from the second step. */
  email: string;
  isSending: boolean;
  onSubmit: (credentials: { email: string; password: string }) => void;
}

/** The first step of signing in. Specification, section 5. */
export function CredentialsStep({ email, isSending, onSubmit }: CredentialsStepProps) {
  const [errors, setErrors] = useState<FieldErrors<(typeof names)[number]>>({});
  const form = useRef<HTMLFormElement>(null);

  useLayoutEffect(() => {
    if (email) focusField(form.current, "password");
  }, [email]);

  // The fields keep their own text: a password in the state would outlive the form.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const parsed = passwordSignInSchema.safeParse(Object.fromEntries(new FormData(event.currentTarget)));
    const found = fieldErrors(names, parsed.error?.issues ?? []) ?? {};
    setErrors(found);
    if (parsed.success) onSubmit(parsed.data);
    else focusFirstError(form.current, names, found);
  };
  const clearError = (name: (typeof names)[number]) => {
    if (errors[name]) setErrors({ ...errors, [name]: undefined });
  };

  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={submit} ref={form}>
      <TextField
        autoCapitalize="none"
        autoComplete="username"
        defaultValue={email}
        error={errors.email}
        inputMode="email"
        label="Email"
        name="email"
        onChange={() => clearError("email")}
        size="lg"
        spellCheck={false}
        type="email"
      />
      <PasswordField
        error={errors.password}
        label="Password"
        name="password"
        onChange={() => clearError("password")}
        size="lg"
      />
      <Button className="w-full" loading={isSending} size="lg" type="submit" variant="primary">
        Sign In
      </Button>
    </form>
  );
}
