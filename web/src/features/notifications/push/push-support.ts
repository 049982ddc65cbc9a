/** This browser's support for notifications while Atoll is closed. */
export type PushSupport = "can" | "no-https" | "home-screen-first" | "unsupported";

export function pushSupport(): PushSupport {
  if (!window.isSecureContext) return "no-https";
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) return "can";
  return isApple() && !isInstalled() ? "home-screen-first" : "unsupported";
}

/** A phone or a tablet, as the settings tell them apart from computers. */
export function isMobile(): boolean {
  return isApple() || /Android|Mobile/.test(navigator.userAgent);
}

/** iPads say that they are Macs, which have no screen to touch. */
function isApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}
