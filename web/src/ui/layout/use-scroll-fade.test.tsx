// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { expect, it } from "vitest";
import { useScrollFade } from "./use-scroll-fade.ts";

function Row() {
  const row = useRef<HTMLDivElement>(null);
  useScrollFade(row);
  return <div ref={row} data-testid="row" />;
}

it("marks a row that goes on to the right, until it is scrolled to its end", () => {
  // jsdom lays nothing out.
  Object.defineProperty(HTMLElement.prototype, "scrollWidth", { configurable: true, get: () => 300 });
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 100 });
  try {
    render(<Row />);
    const row = screen.getByTestId("row");
    expect(row.hasAttribute("data-more")).toBe(true);
    row.scrollLeft = 200;
    fireEvent.scroll(row);
    expect(row.hasAttribute("data-more")).toBe(false);
  } finally {
    Reflect.deleteProperty(HTMLElement.prototype, "scrollWidth");
    Reflect.deleteProperty(HTMLElement.prototype, "clientWidth");
  }
});
