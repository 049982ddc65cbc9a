import type { FieldProps } from "../../lib/form/use-form.ts";
import { TextField } from "../../ui/field/text-field.tsx";

/** The email that somebody signs in with, on the pages before signing in. */
export function EmailField(props: FieldProps<"email">) {
  return (
    <TextField
      {...props}
      autoCapitalize="none"
      autoComplete="username"
      inputMode="email"
      label="Email"
      size="lg"
      spellCheck={false}
      type="email"
    />
  );
}
