export type Kind = "field" | "control" | "file" | "row";

/**
 * Finds what a person would, by the name it is read out with: a field by its label, a control by its words, a message or a result by some of them. It runs in
 * the page and is sent there as text, so it uses nothing from outside itself.
 */
export function findInPage(kind: Kind, name: string): Element | null {
  const clean = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();
  const isShown = (element: Element) =>
    element.getClientRects().length > 0 &&
    getComputedStyle(element).visibility !== "hidden" &&
    element.closest("[inert], [aria-hidden=true]") === null;
  const nameOf = (element: Element) => {
    const ids = (element.getAttribute("aria-labelledby") ?? "").split(" ");
    const labels =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null;
    return (
      clean(element.getAttribute("aria-label")) ||
      clean(ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ")) ||
      clean([...(labels ?? [])].map((label) => label.textContent).join(" ")) ||
      clean(element.getAttribute("placeholder")) ||
      (kind === "control" ? clean(element.textContent) : "")
    );
  };
  const of = {
    field: "input, textarea, [role=textbox], [role=combobox]",
    control:
      "a, button, summary, [role=button], [role=menuitem], [role=menuitemradio], [role=tab], [role=option], [role=radio], input[type=radio]",
    file: "input[type=file]",
    row: "article, [role=option]",
  };
  const every = [...document.querySelectorAll(of[kind])];
  // File inputs are hidden behind a button.
  const seen = kind === "file" ? every : every.filter(isShown);
  const exact = seen.findLast((element) => nameOf(element) === name);
  if (kind === "row") return seen.findLast((element) => clean(element.textContent).includes(name)) ?? null;
  // A row says more after its name.
  return exact ?? seen.find((element) => nameOf(element).startsWith(name)) ?? null;
}
