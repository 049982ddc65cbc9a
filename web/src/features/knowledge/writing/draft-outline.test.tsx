// @vitest-environment jsdom
import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { DraftOutline } from "./draft-outline.tsx";

it("lists the headings of the draft while they change, and goes to one with the caret", async () => {
  const seen: string[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    seen.push(this.textContent);
  };
  render(
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the editor of a draft is such an element */}
      <div contentEditable suppressContentEditableWarning role="textbox" tabIndex={0} aria-label="Text">
        <h1>Tides</h1>
        <p>Words</p>
        <h2>Spring</h2>
        <h4>Details</h4>
      </div>
      <DraftOutline />
    </>,
  );
  const outline = await screen.findByRole("navigation", { name: "In this draft" });
  const titles = () =>
    within(outline)
      .getAllByRole("button")
      .map(({ textContent }) => textContent);
  expect(titles()).toEqual(["Tides", "Spring"]);
  const text = screen.getByRole("textbox");
  text.querySelector("h2")!.firstChild!.textContent = "Spring tide";
  text.append(Object.assign(document.createElement("h3"), { textContent: "Neap" }));
  await screen.findByRole("button", { name: "Neap" });
  expect(titles()).toEqual(["Tides", "Spring tide", "Neap"]);
  await userEvent.click(screen.getByRole("button", { name: "Spring tide" }));
  expect(seen).toEqual(["Spring tide"]);
  expect(document.activeElement).toBe(text);
  expect(getSelection()?.anchorNode).toBe(text.querySelector("h2"));
});
