const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Writes a text for an element or an attribute of HTML, so that it is shown and nothing else is read from it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => references[sign] ?? sign);
}
