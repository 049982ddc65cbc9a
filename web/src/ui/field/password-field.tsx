import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../button/icon-button.tsx";
import { TextField, type TextFieldProps } from "./text-field.tsx";

export interface PasswordFieldProps extends Omit<TextFieldProps, "type" | "end"> {
  /** Whether it can be read, where something else than the eye decides it too. */
  shown?: boolean;
  onShownChange?: (shown: boolean) => void;
}

/** A password, hidden until the eye is pressed. */
export function PasswordField({
  autoComplete = "current-password",
  shown: givenShown,
  onShownChange,
  ...field
}: PasswordFieldProps) {
  const [ownShown, setOwnShown] = useState(false);
  const shown = givenShown ?? ownShown;
  return (
    <TextField
      {...field}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      type={shown ? "text" : "password"}
      end={
        <IconButton
          label={shown ? "Hide password" : "Show password"}
          icon={shown ? EyeOff : Eye}
          size={field.size === "lg" ? "md" : "xs"}
          disabled={field.disabled}
          onClick={() => {
            setOwnShown(!shown);
            onShownChange?.(!shown);
          }}
        />
      }
    />
  );
}
