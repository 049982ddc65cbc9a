import { passwordSignInSchema } from "@atoll/contract/identity/schemas";
import { Mail } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { errorMessage } from "../../lib/api-client.ts";
import { signIn } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { InlineAlert } from "../../ui/inline-alert.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { TextField } from "../../ui/text-field.tsx";

type FieldErrors = Partial<Record<"email" | "password", string>>;

const unconfirmedNotice =
  "It looks like your email is not confirmed. Please check your inbox for the confirmation email and complete verification before logging in.";

/** Email and password. `initialError` is why an earlier session ended. Specification, sections 2, 4, 5 and 8. */
export function SignInForm({ initialError }: { initialError: string | null }) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState(initialError);
  const [isNoticeDismissed, setIsNoticeDismissed] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  // The fields keep their own text: a password in the state would outlive the form.
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const parsed = passwordSignInSchema.safeParse(Object.fromEntries(data));
    if (!parsed.success) {
      const found = firstErrors(parsed.error.issues);
      setErrors(found);
      focusField(form.current, found.email ? "email" : "password");
      return;
    }
    setErrors({});
    setFailure(null);
    setIsNoticeDismissed(false);
    setIsSending(true);
    try {
      // On success the router's guard takes over, and this form goes away with its fields.
      await signIn(parsed.data.email, parsed.data.password);
    } catch (error) {
      setFailure(errorMessage(error, "Login failed"));
      setIsSending(false);
    }
  };
  const clearError = (name: keyof FieldErrors) => {
    if (errors[name]) setErrors({ ...errors, [name]: undefined });
  };

  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={submit} ref={form}>
      {failure && <InlineAlert tone="error">{failure}</InlineAlert>}
      {failure?.toLowerCase().includes("confirm") && !isNoticeDismissed && (
        <InlineAlert icon={Mail} tone="notice">
          {unconfirmedNotice}
          <button
            className="mt-1 block rounded-xs font-medium text-primary-text hover:underline max-md:py-1.5"
            onClick={() => setIsNoticeDismissed(true)}
            type="button"
          >
            Dismiss
          </button>
        </InlineAlert>
      )}
      <TextField
        autoCapitalize="none"
        autoComplete="username"
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

function firstErrors(issues: readonly { path: readonly PropertyKey[]; message: string }[]): FieldErrors {
  const messageOf = (name: string) => issues.find(({ path }) => path[0] === name)?.message;
  return { email: messageOf("email"), password: messageOf("password") };
}

function focusField(form: HTMLFormElement | null, name: keyof FieldErrors): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
