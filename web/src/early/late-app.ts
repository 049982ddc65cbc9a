/** Longer than a slow phone on a poor line takes to start the app. */
const patienceMs = 20_000;

// Built by web/page-start.ts into a script in the page itself.
watchForApp();

/**
 * Runs in the page before the app has come. Says so when a script of the app cannot be loaded, or the app has shown nothing
 * for too long, and offers to try again. Needs neither the app nor its style sheet.
 */
function watchForApp(): void {
  const timer = setTimeout(sayThatNothingCame, patienceMs);
  const onFailure = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement) sayThatNothingCame();
  };
  // Failures to load do not bubble.
  addEventListener("error", onFailure, true);
  addEventListener("load", () => removeEventListener("error", onFailure, true));
  const root = () => document.getElementById("root");

  function sayThatNothingCame(): void {
    clearTimeout(timer);
    if (!root() || root()?.hasChildNodes() || document.getElementById("no-app")) return;
    const note = document.createElement("div");
    note.id = "no-app";
    note.role = "alert";
    // Set by a script, which the policy of the page allows.
    note.style.cssText =
      "position:fixed;inset:auto 1rem 1rem;z-index:99;max-width:26rem;margin:auto;padding:1rem;border:1px solid;border-radius:8px;font:16px/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText";
    note.style.colorScheme = document.documentElement.dataset.theme === "dark" ? "dark" : "light";
    const again = document.createElement("button");
    again.textContent = "Try again";
    again.style.cssText = "font:inherit;display:block;min-height:44px;margin-top:.5rem;padding:0 1rem";
    again.onclick = () => location.reload();
    note.append("Atoll could not load. Check your connection, then try again.", again);
    document.body.append(note);
    // The app may still come.
    new MutationObserver((_changes, observer) => {
      if (!root()?.hasChildNodes()) return;
      observer.disconnect();
      note.remove();
    }).observe(document.body, { childList: true, subtree: true });
  }
}
