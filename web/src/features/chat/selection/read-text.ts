const blocks = /^(P|DIV|PRE|BLOCKQUOTE|UL|OL|LI|TABLE|TR|HR)$/;

/** Shown with a text and no part of it. */
export const asideAttribute = "data-aside";

/** Returns the text of a part of the page with its line breaks, which a range does not have. */
export function readText(node: Node): string {
  return linesOf(node)
    .replace(/[^\S\n]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function linesOf(node: Node): string {
  if (node instanceof Text) return node.data;
  if (node instanceof Element && isPassedOver(node)) return "";
  if (node.nodeName === "BR") return "\n";
  const inner = [...node.childNodes].map(linesOf).join("");
  if (node.nodeName === "TD" || node.nodeName === "TH") return `${inner} `;
  return blocks.test(node.nodeName) ? `\n${inner.replace(/^\n|\n$/g, "")}\n` : inner;
}

function isPassedOver(element: Element): boolean {
  return (
    element.tagName === "BUTTON" ||
    element.hasAttribute(asideAttribute) ||
    element.getAttribute("aria-hidden") === "true"
  );
}
