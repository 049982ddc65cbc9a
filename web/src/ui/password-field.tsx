import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { IconButton } from "./icon-button.tsx";
import { TextField, type TextFieldProps } from "./text-field.tsx";

/** A password, hidden until the eye is pressed. */
export function PasswordField({
  autoComplete = "current-password",
  ...field
}: Omit<TextFieldProps, "type" | "end">) {
  const [shown, setShown] = useState(false);
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
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
