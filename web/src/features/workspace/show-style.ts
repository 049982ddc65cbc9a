/**
 * Lays the company's colour over both themes. A sheet made by a script is no inline style to the page's policy; the one
 * that public/theme-boot.js made before the first paint is taken over.
 */
export function showStyle(rules: string): void {
  const [sheet = new CSSStyleSheet()] = document.adoptedStyleSheets;
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [sheet];
}
