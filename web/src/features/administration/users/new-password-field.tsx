import { type RefObject, useState } from "react";
import { PasswordField } from "../../../ui/field/password-field.tsx";
import { generatePassword } from "./generate-password.ts";

export interface NewPasswordFieldProps {
  label: string;
  placeholder?: string;
  /** The field keeps its own text: a password in the state would outlive the form. */
  field: RefObject<HTMLInputElement | null>;
  error: string | undefined;
  onEdit: () => void;
}

/** A password for somebody else: typed, or generated and then shown, so that it can be passed on. */
export function NewPasswordField({ label, placeholder, field, error, onEdit }: NewPasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const generate = () => {
    if (!field.current) return;
    field.current.value = generatePassword();
    field.current.select();
    setShown(true);
    onEdit();
  };
  return (
    <div className="relative">
      <PasswordField
        autoComplete="new-password"
        error={error}
        help="At least 10 characters."
        label={label}
        maxLength={1024}
        name="password"
        onChange={onEdit}
        onShownChange={setShown}
        placeholder={placeholder}
        ref={field}
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
