// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Count } from "./count.tsx";

test.each([
  [0, "0"],
  [99, "99"],
  [100, "99+"],
  [12_345, "99+"],
])("%i reads %s", (value, text) => {
  const { container } = render(<Count value={value} />);
  expect(container.textContent).toBe(text);
});

test("says what it counts to assistive tech", () => {
  const { container } = render(<Count value={7} tone="unread" label="unread" />);
  expect(container.textContent).toBe("7 unread");
});
