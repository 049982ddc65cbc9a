import { useRef, useState } from "react";
import type { FieldProps } from "../../../../lib/form/use-form.ts";
import { PasswordField } from "../../../../ui/field/password-field.tsx";
import { notify } from "../../../../ui/toast/toast.tsx";
import { generatePassword } from "./generate-password.ts";

export interface NewPasswordFieldProps {
  label: string;
  placeholder?: string;
  /** The props from the form's `field("password")`. */
  field: FieldProps<"password">;
  /** Puts a generated password into the field and focuses it. */
  onGenerate: (password: string) => void;
}

/** Field for another person's password: typed, or generated and then shown, so that it can be passed on. */
export function NewPasswordField({ field, onGenerate, label, placeholder }: NewPasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const [isGenerated, setGenerated] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  // Copies the field's current value, which may have been edited.
  const copy = () =>
    navigator.clipboard.writeText(box.current?.querySelector("input")?.value ?? "").then(
      () => notify.success("Password copied"),
      () => notify.error("The password could not be copied. Select it and copy it by hand."),
    );
  const generate = () => {
    setGenerated(true);
    onGenerate(generatePassword());
    setShown(true);
  };
  return (
    <div ref={box} className="relative">
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
      <span className="absolute -top-0.5 right-0 flex gap-3 max-md:-top-2">
        {isGenerated && isShown && (
          <button className={action} onClick={() => void copy()} type="button">
            Copy
          </button>
        )}
        <button className={action} onClick={generate} type="button">
          Generate
        </button>
      </span>
    </div>
  );
}

const action = "rounded-xs px-0.5 font-medium text-primary-text text-xs/5 hover:underline max-md:py-2";
