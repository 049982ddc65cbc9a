import { useInstallPrompt } from "../../lib/page/install-prompt.ts";
import { showLoadFailure } from "../../ui/toast/load-failure.ts";

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
  import("./install-by-hand.ts").then(({ tellHowToInstall }) => tellHowToInstall(), showLoadFailure);
}
