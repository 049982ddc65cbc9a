// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Marked } from "./marked.tsx";

afterEach(cleanup);

it("shows text as plain text, with matches marked", () => {
  const text = "<img src=x onerror=alert(1)> a <b>quay</b> &amp; \u{1F6A2} quay";
  const [first, last] = [text.indexOf("quay"), text.lastIndexOf("quay")];
  const marks: [number, number][] = [
    [first, first + 4],
    [last, last + 4],
  ];
  const { container } = render(<Marked text={text} marks={marks} />);
  expect(container.textContent).toBe(text);
  expect([...container.querySelectorAll("*")].map(({ tagName }) => tagName)).toEqual(["MARK", "MARK"]);
  expect([...container.querySelectorAll("mark")].map(({ textContent }) => textContent)).toEqual([
    "quay",
    "quay",
  ]);
});

it("ignores ranges outside of the text", () => {
  const marks: [number, number][] = [
    [4, 2],
    [0, 4],
    [2, 6],
    [5, 99],
  ];
  const { container } = render(<Marked text="harbour" marks={marks} />);
  expect(container.textContent).toBe("harbour");
  expect([...container.querySelectorAll("mark")].map(({ textContent }) => textContent)).toEqual(["harb"]);
});
