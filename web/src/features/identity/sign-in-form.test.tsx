// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { SignInForm } from "./sign-in-form.tsx";

test("says what is missing, moves to the first field, and forgets an error when its field is edited", async () => {
  const user = userEvent.setup();
  render(<SignInForm initialError={null} />);
  await user.click(screen.getByRole("button", { name: "Sign In" }));
  expect(screen.getByText("Email is required")).toBeTruthy();
  expect(screen.getByText("Password is required")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Email"));

  await user.type(screen.getByLabelText("Email"), "m");
  expect(screen.queryByText("Email is required")).toBeNull();
  expect(screen.getByText("Password is required")).toBeTruthy();
});

test("an address must look like one", async () => {
  const user = userEvent.setup();
  render(<SignInForm initialError={null} />);
  await user.type(screen.getByLabelText("Email"), "marisol");
  await user.type(screen.getByLabelText("Password"), "secret{Enter}");
  expect(screen.getByText("Please enter a valid email address")).toBeTruthy();
});

test("the notice about an unconfirmed email can be dismissed; the error stays", async () => {
  const user = userEvent.setup();
  render(<SignInForm initialError="Email not confirmed" />);
  expect(screen.getByText(/It looks like your email is not confirmed/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText(/It looks like your email is not confirmed/)).toBeNull();
  expect(screen.getByRole("alert").textContent).toBe("Email not confirmed");
});
