import { useState } from "react";
import type { FieldProps } from "../../../lib/form/use-form.ts";
import { PasswordField } from "../../../ui/field/password-field.tsx";
import { generatePassword } from "./generate-password.ts";

export interface NewPasswordFieldProps {
  label: string;
  placeholder?: string;
  /** What `field("password")` of the form gives. */
  field: FieldProps<"password">;
  /** Puts a generated one into the field, and goes there. */
  onGenerate: (password: string) => void;
}

/** A password for somebody else: typed, or generated and then shown, so that it can be passed on. */
export function NewPasswordField({ field, onGenerate, label, placeholder }: NewPasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const generate = () => {
    onGenerate(generatePassword());
    setShown(true);
  };
  return (
    <div className="relative">
      <PasswordField
        {...field}
        autoComplete="new-password"
        help="At least 10 characters."
        label={label}
        maxLength={1024}
        onShownChange={setShown}
        placeholder={placeholder}
        shown={isShown}
      />
      <button
        className="absolute -top-0.5 right-0 rounded-xs px-0.5 font-medium text-primary-text text-xs/5 hover:underline max-md:-top-2 max-md:py-2"
        onClick={generate}
        type="button"
      >
        Generate
      </button>
    </div>
  );
}
