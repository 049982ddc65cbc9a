// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { PasswordField } from "./password-field.tsx";
import { TextField } from "./text-field.tsx";

test("its help describes it", () => {
  render(<TextField label="Full name" help="As on the door plate" />);
  const input = screen.getByRole("textbox", { name: "Full name", description: "As on the door plate" });
  expect(input.getAttribute("aria-invalid")).toBeNull();
});

test("an error replaces the help, marks the field invalid and is announced", () => {
  const { rerender } = render(<TextField label="Email" help="Your work address" />);
  rerender(<TextField label="Email" help="Your work address" error="Please enter a valid email address" />);
  const input = screen.getByRole("textbox", { name: "Email" });
  expect(input.getAttribute("aria-invalid")).toBe("true");
  const error = screen.getByRole("alert");
  expect(error.textContent).toBe("Please enter a valid email address");
  expect(input.getAttribute("aria-describedby")).toBe(error.id);
  expect(screen.queryByText("Your work address")).toBeNull();
});

test("two fields with one label keep their own wiring", () => {
  render(
    <>
      <TextField label="Name" />
      <TextField label="Name" error="Required" />
    </>,
  );
  const [first, second] = screen.getAllByRole("textbox", { name: "Name" });
  expect(first?.getAttribute("aria-describedby")).toBeNull();
  expect(second?.getAttribute("aria-describedby")).toBe(screen.getByRole("alert").id);
});

test("a password shows itself only while the eye is pressed", async () => {
  const user = userEvent.setup();
  render(<PasswordField label="Password" />);
  const input = screen.getByLabelText("Password");
  expect(input.getAttribute("type")).toBe("password");
  await user.click(screen.getByRole("button", { name: "Show password" }));
  expect(input.getAttribute("type")).toBe("text");
  await user.click(screen.getByRole("button", { name: "Hide password" }));
  expect(input.getAttribute("type")).toBe("password");
});
