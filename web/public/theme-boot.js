// Sets the theme, and the company's colour as it was last seen, before the first paint. A file of its own, because the page may run no inline script.
// src/lib/theme.ts holds the same key, values and colours.
(() => {
  let mode = "tropical";
  try {
    if (localStorage.getItem("themeModeV2") === "dark") mode = "dark";
  } catch {
    // Storage may be blocked; the default theme is fine then.
  }
  try {
    const { style } = JSON.parse(localStorage.getItem("atoll.workspace") ?? "{}");
    if (style) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(style);
      document.adoptedStyleSheets = [sheet];
    }
  } catch {
    // It comes with the server's answer.
  }
  document.documentElement.dataset.theme = mode;
  const meta = document.querySelector('meta[name="theme-color"]');
  if (meta) meta.setAttribute("content", mode === "dark" ? "#05121a" : "#f2ebde");
})();
