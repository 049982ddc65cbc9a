import { Plus } from "lucide-react";
import { useIsPhone } from "../../lib/page/use-is-phone.ts";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";

/** The main action of a section. On a phone it is an icon, so that the title keeps one line. */
export function NewButton({ label, onClick }: { label: string; onClick: () => void }) {
  if (useIsPhone())
    return (
      <IconButton
        className="bg-primary! text-primary-contrast!"
        icon={Plus}
        label={label}
        onClick={onClick}
      />
    );
  return (
    <Button icon={Plus} onClick={onClick} variant="primary">
      {label}
    </Button>
  );
}
