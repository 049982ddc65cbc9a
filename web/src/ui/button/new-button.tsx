import { Plus } from "lucide-react";
import { useIsPhone } from "../../lib/page/use-is-phone.ts";
import type { IconType } from "../icon/icon-type.ts";
import { Button, type ButtonProps } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";

interface NewButtonProps
  extends Omit<ButtonProps, "variant" | "size" | "className" | "children" | "loading" | "trailingIcon"> {
  label: string;
  icon?: IconType;
  /** The main action of the page. */
  isMain?: boolean;
}

/** An action at the head of a page. On a phone it is an icon, so that the title keeps one line. */
export function NewButton({ label, icon = Plus, isMain = true, ...rest }: NewButtonProps) {
  if (useIsPhone())
    return (
      <IconButton
        {...rest}
        className={isMain ? "bg-primary! text-primary-contrast!" : ""}
        icon={icon}
        label={label}
      />
    );
  return (
    <Button {...rest} icon={icon} variant={isMain ? "primary" : "secondary"}>
      {label}
    </Button>
  );
}
