import { Plus } from "lucide-react";
import { useIsPhone } from "../../lib/page/use-is-phone.ts";
import type { IconType } from "../icon/icon-type.ts";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";

interface NewButtonProps {
  label: string;
  icon?: IconType;
  /** The main action of the page. */
  isMain?: boolean;
  disabled?: boolean;
  onClick: () => void;
}

/** An action at the head of a page. On a phone it is an icon, so that the title keeps one line. */
export function NewButton({ label, icon = Plus, isMain = true, disabled, onClick }: NewButtonProps) {
  if (useIsPhone())
    return (
      <IconButton
        className={isMain ? "bg-primary! text-primary-contrast!" : ""}
        disabled={disabled}
        icon={icon}
        label={label}
        onClick={onClick}
      />
    );
  return (
    <Button disabled={disabled} icon={icon} onClick={onClick} variant={isMain ? "primary" : "secondary"}>
      {label}
    </Button>
  );
}
