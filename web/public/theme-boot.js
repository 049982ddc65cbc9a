// Sets the theme, and the company's colour and logo as they were last seen, before the first paint. Built pages have it inline.
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

  let logo = null;
  let hasNews = false;
  // The icon in the row of tabs: the company's logo, if it has one, with a dot on it while something is unread.
  const drawIcon = async () => {
    const icon = document.querySelector('link[rel="icon"]');
    if (!icon) return;
    const [shown, isUnread] = [logo, hasNews];
    let href = shown ?? (isUnread ? "/icons/icon-unread.svg" : "/icons/icon.svg");
    if (shown && isUnread) href = await withDot(shown).catch(() => shown);
    if (shown !== logo || isUnread !== hasNews) return;
    icon.type = shown ? "image/png" : "image/svg+xml";
    icon.href = href;
  };
  const withDot = async (src) => {
    const picture = new Image();
    picture.src = src;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 64;
    const pen = canvas.getContext("2d");
    pen.drawImage(picture, 0, 0, 64, 64);
    pen.arc(50, 14, 12, 0, 7);
    pen.fillStyle = "#e0472f";
    pen.fill();
    pen.strokeStyle = "#fff";
    pen.lineWidth = 3;
    pen.stroke();
    return canvas.toDataURL();
  };
  const take = (workspace) => {
    paint(workspace);
    logo = workspace.logo ?? null;
    void drawIcon();
  };
  try {
    // A page that the server rendered has them.
    const page = document.getElementById("atoll-page");
    if (page) take(JSON.parse(page.textContent).workspace);
    else take(JSON.parse(localStorage.getItem("atoll.workspace") ?? '{"style":""}'));
  } catch {
    // It comes with the server's answer.
  }
  // The page's own icon stands further down in it than this script.
  addEventListener("DOMContentLoaded", drawIcon);
  // src/lib/page-icon.ts tells of it.
  addEventListener("atoll.news", ({ detail }) => {
    hasNews = detail;
    void drawIcon();
  });
  // src/features/workspace/use-workspace.ts tells of it.
  addEventListener("atoll.workspace", ({ detail }) => {
    take(detail);
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
