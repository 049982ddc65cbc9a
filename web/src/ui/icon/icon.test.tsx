// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Icon } from "./icon.tsx";

afterEach(() => vi.restoreAllMocks());

test("renders the icon of a known name, hidden from assistive tech", () => {
  const { container } = render(<Icon name="bell" size={20} />);
  const svg = container.querySelector("svg");
  expect(svg?.getAttribute("aria-hidden")).toBe("true");
  expect(svg?.getAttribute("width")).toBe("20");
});

test.each(["nautilus", "constructor", ""])("an unknown name (%j) warns and renders nothing", (name) => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const { container } = render(<Icon name={name} />);
  expect(container.innerHTML).toBe("");
  expect(warn).toHaveBeenCalledWith(`Unknown icon "${name}"`);
});
