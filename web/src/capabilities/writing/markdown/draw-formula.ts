import katex from "katex";

/** Longer ones are shown as they are written. */
const longest = 2_000;

/**
 * Draws a formula of TeX into an element, as MathML, which the browser lays out and a screen reader reads: no style sheets
 * and no fonts come with it. Links, images and classes in it are refused, and its macros are bounded.
 * @returns false for one that is too long or cannot be read. The element is empty then.
 */
export function drawFormula(element: HTMLElement, tex: string, isBlock: boolean): boolean {
  element.replaceChildren();
  if (tex.trim() === "" || tex.length > longest) return false;
  try {
    katex.render(tex, element, {
      ...{ displayMode: isBlock, output: "mathml", trust: false },
      // An unknown command is an error, and no word in red. Commands that LaTeX forbids and KaTeX knows are drawn.
      ...{ throwOnError: true, strict: "ignore" },
      ...{ maxExpand: 200, maxSize: 20 },
    });
    return true;
  } catch {
    element.replaceChildren();
    return false;
  }
}
