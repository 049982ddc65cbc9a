// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Answer, refuse, startApiServer } from "../../../test/api-server.ts";
import { aSession, aViewer } from "../../../test/people.ts";
import { getSession } from "../../lib/session/session.ts";
import { clearSession } from "../../lib/session/session-store.ts";
import { SignInForm } from "./sign-in-form.tsx";

test("shows missing fields, focuses the first, and clears an error when its field is edited", async () => {
  const user = userEvent.setup();
  render(<SignInForm initialError={null} />);
  await user.click(screen.getByRole("button", { name: "Sign In" }));
  expect(await screen.findByText("Email is required")).toBeTruthy();
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
  expect(await screen.findByText("Please enter a valid email address")).toBeTruthy();
});

test("the notice about an unconfirmed email can be dismissed; the error stays", async () => {
  const user = userEvent.setup();
  render(<SignInForm initialError="Email not confirmed" />);
  expect(screen.getByText(/It looks like your email is not confirmed/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText(/It looks like your email is not confirmed/)).toBeNull();
  expect(screen.getByRole("alert").textContent).toBe("Email not confirmed");
});

describe("the second step", () => {
  let server: Awaited<ReturnType<typeof startApiServer>>;
  /** The server's response to a code. */
  let toCode: Answer | "hang up";

  afterEach(async () => {
    vi.unstubAllGlobals();
    await server.close();
  });

  async function reachIt() {
    toCode = refuse("second_factor_wrong");
    server = await startApiServer(({ body }) =>
      "secondFactorCode" in Object(body) ? toCode : refuse("second_factor_required"),
    );
    vi.stubGlobal("location", new URL(server.origin));
    localStorage.clear();
    clearSession("never-in");
    const user = userEvent.setup();
    render(<SignInForm initialError={null} />);
    await user.type(screen.getByLabelText("Email"), "marisol.vega@pelicanworks.example");
    await user.type(screen.getByLabelText("Password"), "seven herons{Enter}");
    await screen.findByLabelText("Code");
    return user;
  }

  test("asks for the code, sends it with the earlier input, and stores none of it", async () => {
    const user = await reachIt();
    const code = screen.getByLabelText("Code");
    expect(document.activeElement).toBe(code);
    expect(code.getAttribute("inputmode")).toBe("numeric");
    expect(code.getAttribute("autocomplete")).toBe("one-time-code");
    expect(screen.getByText("Enter the code from your authenticator app.")).toBeTruthy();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("herons");
    toCode = { json: { session: aSession(1), user: aViewer() } };
    await user.type(code, "123 456{Enter}");
    await vi.waitFor(() => expect(getSession().status).toBe("signed-in"));
    expect(server.received[1]?.body).toEqual({
      email: "marisol.vega@pelicanworks.example",
      password: "seven herons",
      secondFactorCode: "123456",
    });
  });

  test("shows an invalid or wrong code at the field until it is edited", async () => {
    const user = await reachIt();
    await user.keyboard("12{Enter}");
    expect((await screen.findByRole("alert")).textContent).toBe(
      "A code has 6 digits, a recovery code 10 characters",
    );
    expect(server.received).toHaveLength(1);
    await user.keyboard("3456{Enter}");
    const code = screen.getByLabelText("Code");
    await vi.waitFor(() =>
      expect(screen.getByRole("alert").textContent).toBe(
        "Incorrect code. Enter the code that your app shows now.",
      ),
    );
    expect(code.getAttribute("aria-invalid")).toBe("true");
    await user.clear(code);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("shows too many attempts above the form, which stays open", async () => {
    const user = await reachIt();
    toCode = refuse("rate_limited");
    await user.keyboard("123456{Enter}");
    expect((await screen.findByRole("alert")).textContent).toContain("Too many attempts");
    expect(screen.getByLabelText("Code")).toBeTruthy();
  });

  test("returns to the first step with the reason after any other refusal", async () => {
    const user = await reachIt();
    toCode = refuse("invalid_credentials");
    await user.keyboard("123456{Enter}");
    expect((await screen.findByRole("alert")).textContent).toBe("Incorrect email or password.");
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("marisol.vega@pelicanworks.example");
    expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("");
  });

  test("accepts a recovery code from a keyboard with letters", async () => {
    const user = await reachIt();
    await user.click(screen.getByRole("button", { name: "Use a recovery code" }));
    const code = screen.getByLabelText("Recovery code");
    expect(document.activeElement).toBe(code);
    expect(code.getAttribute("inputmode")).toBe("text");
    await user.keyboard("ABCDE-fghjk{Enter}");
    await screen.findByRole("alert");
    expect(server.received[1]?.body).toMatchObject({ secondFactorCode: "abcdefghjk" });
  });

  test("Back leads to the first step, without the password", async () => {
    const user = await reachIt();
    await user.click(screen.getByRole("button", { name: "Back" }));
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("marisol.vega@pelicanworks.example");
    expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("");
    expect(document.activeElement).toBe(screen.getByLabelText("Password"));
  });
});

test("an account that needs a passkey says what to do in a browser that cannot use one", async () => {
  const server = await startApiServer(() => refuse("passkey_required"));
  vi.stubGlobal("location", new URL(server.origin));
  localStorage.clear();
  clearSession("never-in");
  const user = userEvent.setup();
  render(<SignInForm initialError={null} />);
  await user.type(screen.getByLabelText("Email"), "marisol.vega@pelicanworks.example");
  await user.type(screen.getByLabelText("Password"), "secret{Enter}");
  expect(await screen.findByText(/this browser cannot use one here/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Use a passkey" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Back" }));
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("marisol.vega@pelicanworks.example");
  vi.unstubAllGlobals();
  await server.close();
});
