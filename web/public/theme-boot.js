// Sets the theme, and the company's colour as it was last seen, before the first paint. A file of its own, because the page may run no inline script.
// src/lib/theme.ts holds the same key, values and colours.
(() => {
  let mode = "tropical";
  try {
    if (localStorage.getItem("themeModeV2") === "dark") mode = "dark";
  } catch {
    // Storage may be blocked; the default theme is fine then.
  }
  // A sheet made by a script is no inline style to the page's policy.
  const paint = (workspace) => {
    const [sheet = new CSSStyleSheet()] = document.adoptedStyleSheets;
    sheet.replaceSync(workspace.style);
    document.adoptedStyleSheets = [sheet];
  };
  try {
    paint(JSON.parse(localStorage.getItem("atoll.workspace") ?? '{"style":""}'));
  } catch {
    // It comes with the server's answer.
  }
  // src/features/workspace/use-workspace.ts tells of it.
  addEventListener("atoll.workspace", ({ detail }) => {
    paint(detail);
    try {
      localStorage.setItem("atoll.workspace", JSON.stringify(detail));
    } catch {
      // Without storage the names appear a moment later, that is all.
    }
  });
  document.documentElement.dataset.theme = mode;
  const meta = document.querySelector('meta[name="theme-color"]');
  if (meta) meta.setAttribute("content", mode === "dark" ? "#05121a" : "#f2ebde");
})();
