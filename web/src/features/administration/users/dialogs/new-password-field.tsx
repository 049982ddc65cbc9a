import { useRef, useState } from "react";
import type { FieldProps } from "../../../../lib/form/use-form.ts";
import { PasswordField } from "../../../../ui/field/password-field.tsx";
import { notify } from "../../../../ui/toast/toast.tsx";

/** 32 characters, so that each is equally likely for a random byte, and none looks like another. */
const letters = "abcdefghijkmnpqrstuvwxyz23456789";

/** A password of 16 letters and digits, 80 bits, in groups that can be read out: "k7fm-3hqa-x9tw-pd2c". */
function generatePassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const text = Array.from(bytes, (byte) => letters[byte % letters.length]).join("");
  return text.match(/.{4}/g)?.join("-") ?? text;
}

export interface NewPasswordFieldProps {
  label: string;
  placeholder?: string;
  /** A form with the field "password". */
  form: PasswordForm;
}

/** The part of a form that the field uses. */
interface PasswordForm {
  field(name: "password"): FieldProps<"password">;
  fill(name: "password", value: string): void;
  focus(name: "password", options: { selects: boolean }): void;
}

/** Field for another person's password: typed, or generated and then shown, so that it can be passed on. */
export function NewPasswordField({ form, label, placeholder }: NewPasswordFieldProps) {
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
    form.fill("password", generatePassword());
    form.focus("password", { selects: true });
    setShown(true);
  };
  return (
    <div ref={box} className="relative">
      <PasswordField
        {...form.field("password")}
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
