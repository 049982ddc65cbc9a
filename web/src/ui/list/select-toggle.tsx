import { ListChecks } from "lucide-react";
import { useIsPhone } from "../../lib/page/use-is-phone.ts";
import { Button } from "../button/button.tsx";
import { IconButton } from "../button/icon-button.tsx";

export interface SelectToggleProps {
  isOn: boolean;
  onToggle: () => void;
  disabled?: boolean;
}

/** Shows or hides the boxes that select the items of a list, for lists that are mostly read. */
export function SelectToggle({ isOn, onToggle, disabled = false }: SelectToggleProps) {
  const isPhone = useIsPhone();
  if (isPhone)
    return (
      <IconButton icon={ListChecks} label="Select" pressed={isOn} disabled={disabled} onClick={onToggle} />
    );
  return (
    <Button
      aria-pressed={isOn}
      disabled={disabled}
      icon={ListChecks}
      size="sm"
      variant={isOn ? "soft" : "ghost"}
      onClick={onToggle}
    >
      Select
    </Button>
  );
}
