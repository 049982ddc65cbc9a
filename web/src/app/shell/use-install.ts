import { useInstallPrompt } from "../../lib/page/install-prompt.ts";
import { notify } from "../../ui/toast/toast.tsx";

/** Installs Atoll as an app, or says how; null where it cannot be, or is already. */
export function useInstall(): (() => void) | null {
  const prompt = useInstallPrompt();
  if (prompt) return prompt;
  return isInstalledByHand() ? tellHow : null;
}

/** iPhones and iPads offer no prompt: it is done in the browser's own menu. */
function isInstalledByHand(): boolean {
  const isTablet = navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1;
  const isApp = matchMedia("(display-mode: standalone)").matches;
  return (isTablet || /iPhone|iPad/.test(navigator.userAgent)) && !isApp;
}

function tellHow(): void {
  notify.info("To install Atoll, tap Share in the browser and then Add to Home Screen.", {
    id: "install",
    stays: true,
  });
}
