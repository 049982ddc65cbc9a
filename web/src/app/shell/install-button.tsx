import { Download } from "lucide-react";
import { useInstallPrompt } from "../../lib/install-prompt.ts";
import { Button } from "../../ui/button/button.tsx";

/** Installs Atoll as an app; only there when the browser can. */
export function InstallButton() {
  const install = useInstallPrompt();
  if (!install) return null;
  return (
    <Button className="max-lg:hidden" icon={Download} onClick={install} size="sm" variant="ghost">
      Install
    </Button>
  );
}
