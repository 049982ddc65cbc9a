// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { type Answer, refuse } from "../../../test/api-server.ts";
import { aViewer } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { clearSession } from "../../lib/session/session-store.ts";
import { ViewerProvider } from "../../lib/session/use-session.tsx";
import { PasswordCard, PasswordForm } from "./password-card.tsx";

let person: SignedIn;
afterEach(() => person.end());

const current = () => screen.getByLabelText<HTMLInputElement>("Current password");
const next = () => screen.getByLabelText<HTMLInputElement>("New password");
const change = () => screen.getByRole("button", { name: "Change password" });

async function start(answer: Answer | "hang up", viewer = aViewer()) {
  person = await startSignedIn(() => answer, viewer);
  return person.show(<PasswordCard />);
}

test("shows missing and too short fields before sending", async () => {
  const user = await start("hang up");
  await user.click(change());
  // The schemas load with the first press.
  await screen.findByText("Current password is required");
  await screen.findByText("Password is required");
  await vi.waitFor(() => expect(document.activeElement).toBe(current()));
  await user.type(current(), "the old one");
  await user.type(next(), "too short{Enter}");
  await vi.waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Use at least 10 characters"));
  expect(screen.queryByText("Current password is required")).toBeNull();
  expect(person.received).toEqual([]);
});

test("changes the password, says which sessions ended, and clears the fields", async () => {
  const user = await start({ json: { user: aViewer() } });
  await user.type(current(), "the old one");
  await user.type(next(), "seven herons on a pier{Enter}");
  await screen.findByText("Password changed. Your other sessions have ended.");
  expect(person.received[0]).toMatchObject({
    method: "PATCH",
    url: "/api/auth/user",
    body: { currentPassword: "the old one", password: "seven herons on a pier" },
  });
  expect([current().value, next().value]).toEqual(["", ""]);
});

test("shows a wrong current password at its field", async () => {
  const message = "Current password is incorrect";
  const user = await start(refuse("current_password_wrong", [{ path: "currentPassword", message }]));
  await user.type(current(), "not the one");
  await user.type(next(), "seven herons on a pier{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe(message);
  expect(current().getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(current());
  expect(next().value).toBe("seven herons on a pier");
});

test("shows a common password error at the new password, and other failures above the form", async () => {
  const user = await start(
    refuse("password_too_common", [{ path: "password", message: "Choose another one." }]),
  );
  await user.type(current(), "the old one");
  await user.type(next(), "password123{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("Choose another one.");
  expect(next().getAttribute("aria-invalid")).toBe("true");
});

test("says when the server cannot be reached, and keeps what was typed", async () => {
  const user = await start("hang up");
  await user.type(current(), "the old one");
  await user.type(next(), "seven herons on a pier{Enter}");
  expect((await screen.findByRole("alert")).textContent).toContain("The server cannot be reached");
  expect(next().value).toBe("seven herons on a pier");
});

test("offers no password change after single sign-on", async () => {
  await start("hang up", aViewer({ hasPassword: false }));
  expect(screen.getByText(/you have no password in Atoll/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

test("an ended session has no password to change", async () => {
  person = await startSignedIn(() => "hang up");
  clearSession("by-choice");
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ViewerProvider viewer={aViewer()}>
        <PasswordForm />
      </ViewerProvider>
    </QueryClientProvider>,
  );
  await user.type(current(), "the old one");
  await user.type(next(), "seven herons on a pier{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("No authenticated user");
  expect(person.received).toEqual([]);
});
