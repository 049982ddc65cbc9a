import { Plus } from "lucide-react";
import { useIsPhone } from "../../lib/page/use-is-phone.ts";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import type { IconType } from "../../ui/icon/icon-type.ts";

interface NewButtonProps {
  label: string;
  icon?: IconType;
  /** The main action of the section. */
  isMain?: boolean;
  onClick: () => void;
}

/** An action of a section. On a phone it is an icon, so that the title keeps one line. */
export function NewButton({ label, icon = Plus, isMain = true, onClick }: NewButtonProps) {
  if (useIsPhone())
    return (
      <IconButton
        className={isMain ? "bg-primary! text-primary-contrast!" : ""}
        icon={icon}
        label={label}
        onClick={onClick}
      />
    );
  return (
    <Button icon={icon} onClick={onClick} variant={isMain ? "primary" : "secondary"}>
      {label}
    </Button>
  );
}
