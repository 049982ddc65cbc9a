// Runs in a rendered public page after theme-boot.js, before the first paint. It loads the app when the browser is idle or
// the person touches the page. SCRIPTS and STYLE are put in by the build.
(() => {
  const { dataset } = document.documentElement;
  let isStarted = false;
  let hasFailed = false;
  let pressed = null;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    const add = (tag, attributes) =>
      document.head.appendChild(Object.assign(document.createElement(tag), attributes));
    const scripts = SCRIPTS;
    for (const href of scripts) add("link", { rel: "modulepreload", href, fetchPriority: "low" });
    // Without the app the browser posts the form by itself.
    const onerror = () => {
      hasFailed = true;
      pressed?.submit();
    };
    // The app shows nothing without its style.
    const sheet = add("link", { rel: "stylesheet", href: STYLE });
    sheet.onerror = onerror;
    sheet.onload = () => {
      for (const src of scripts) add("script", { type: "module", src, onerror });
    };
  };
  try {
    // The person is signed in: the app shows what is theirs, and this page would only flash.
    if (localStorage.getItem("atoll.session.token") || document.getElementById("atoll-session"))
      dataset.returning = "";
  } catch {
    // Storage is blocked, and so nobody is signed in.
  }
  addEventListener("submit", (event) => {
    // The app handles it, or cannot be had.
    if (event.defaultPrevented || hasFailed) return;
    event.preventDefault();
    pressed = event.target;
    // lib/page/public-page.ts reads it.
    dataset.early = "";
    start();
  });
  if (dataset.returning !== undefined) return start();
  for (const kind of ["pointerdown", "keydown", "focusin"])
    addEventListener(kind, start, { once: true, passive: true });
  addEventListener("load", () => {
    if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: 4000 });
    else setTimeout(start, 1000);
  });
})();
