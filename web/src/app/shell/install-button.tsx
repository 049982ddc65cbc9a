import { Download } from "lucide-react";
import { Button } from "../../ui/button/button.tsx";
import { useInstall } from "./use-install.ts";

/** Installs Atoll as an app; only there when the browser can. */
export function InstallButton() {
  const install = useInstall();
  if (!install) return null;
  return (
    <Button className="max-lg:hidden" icon={Download} onClick={install} size="sm" variant="ghost">
      Install
    </Button>
  );
}
