// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../../test/api-server.ts";
import { aViewer } from "../../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../../test/start-signed-in.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";

let person: SignedIn;
let answers: Partial<Record<string, Answer>>;
afterEach(() => person.end());

async function start(given: Partial<Record<string, Answer>>, viewer = aViewer()) {
  answers = given;
  const answer = ({ method }: ReceivedRequest) => answers[method] ?? "hang up";
  person = await startSignedIn(answer, viewer);
  return person.show(<SecondFactorCard />);
}

const setUp: Answer = {
  status: 201,
  json: {
    secret: "ABCDEFGHIJKLMNOP",
    uri: "otpauth://totp/x",
    picture: "data:image/svg+xml;base64,PHN2Zy8+",
  },
};
const codes = ["abcdefghjk", "23456789ab"];
const dialog = () => screen.findByRole("dialog");

test("sets up an authenticator app: password, secret and first code, recovery codes", async () => {
  const user = await start({ POST: setUp, PUT: { json: { recoveryCodes: codes } } });
  expect(screen.getByText("Off")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Set up" }));
  const inside = within(await dialog());
  await user.click(inside.getByRole("button", { name: "Continue" }));
  expect((await inside.findByRole("alert")).textContent).toBe("Current password is required");
  await user.type(inside.getByLabelText("Current password"), "the old one{Enter}");

  const code = await inside.findByLabelText("Code");
  expect(document.activeElement).toBe(code);
  expect(code.getAttribute("inputmode")).toBe("numeric");
  expect(inside.getByText("ABCD EFGH IJKL MNOP")).toBeTruthy();
  expect(inside.getByRole("img").getAttribute("src")).toBe("data:image/svg+xml;base64,PHN2Zy8+");
  await user.type(code, "12");
  await user.click(inside.getByRole("button", { name: "Turn on" }));
  expect((await inside.findByRole("alert")).textContent).toBe(
    "A code has 6 digits, a recovery code 10 characters",
  );
  await user.type(code, "3 456{Enter}");

  const list = within(await inside.findByRole("list", { name: "Recovery codes" }));
  expect(list.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "abcde-fghjk",
    "23456-789ab",
  ]);
  expect(person.received.map(({ method, body }) => [method, body])).toEqual([
    ["POST", { currentPassword: "the old one" }],
    ["PUT", { code: "123456", endOtherSessions: true }],
  ]);
});

test("shows the recovery codes until they are saved, and copies them", async () => {
  const user = await start({ POST: setUp, PUT: { json: { recoveryCodes: codes } } });
  await user.click(screen.getByRole("button", { name: "Set up" }));
  const inside = within(await dialog());
  await user.type(inside.getByLabelText("Current password"), "the old one{Enter}");
  await user.type(await inside.findByLabelText("Code"), "123456{Enter}");
  await inside.findByRole("list", { name: "Recovery codes" });
  await user.keyboard("{Escape}");
  await screen.findByText("Keep your recovery codes first: they are not shown again.");
  expect(screen.getByRole("dialog")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Copy" }));
  await screen.findByText("Recovery codes copied");
  expect(await navigator.clipboard.readText()).toBe("abcde-fghjk\n23456-789ab");
  await user.click(screen.getByRole("button", { name: "I have kept them" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByText("On")).toBeTruthy();
});

test("shows a wrong password and a wrong code at their fields", async () => {
  const message = "Current password is incorrect";
  const user = await start({
    POST: refuse("current_password_wrong", [{ path: "currentPassword", message }]),
    PUT: refuse("second_factor_wrong"),
  });
  await user.click(screen.getByRole("button", { name: "Set up" }));
  const inside = within(await dialog());
  await user.type(inside.getByLabelText("Current password"), "not the one{Enter}");
  expect((await inside.findByRole("alert")).textContent).toBe(message);
  answers.POST = setUp;
  await user.click(inside.getByRole("button", { name: "Continue" }));
  const code = await inside.findByLabelText("Code");
  await user.type(code, "123456{Enter}");
  expect((await inside.findByRole("alert")).textContent).toContain("Incorrect code.");
  expect(code.getAttribute("aria-invalid")).toBe("true");
  // Nothing is lost by leaving now.
  await user.keyboard("{Escape}");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByText("Off")).toBeTruthy();
});

test("keeps other devices signed in if the person chooses so", async () => {
  const user = await start({ POST: setUp, PUT: { json: { recoveryCodes: codes } } });
  await user.click(screen.getByRole("button", { name: "Set up" }));
  const inside = within(await dialog());
  await user.type(inside.getByLabelText("Current password"), "the old one{Enter}");
  await user.click(await inside.findByRole("checkbox", { name: /^Sign out on all other/ }));
  await user.type(inside.getByLabelText("Code"), "123456{Enter}");
  await inside.findByRole("list", { name: "Recovery codes" });
  expect(person.received.at(-1)).toMatchObject({ body: { code: "123456", endOtherSessions: false } });
});

test("is removed with the password and a code, with errors at each field", async () => {
  const user = await start({ DELETE: { status: 204 } }, aViewer({ hasSecondFactor: true }));
  await user.click(screen.getByRole("button", { name: "Remove" }));
  const inside = within(await dialog());
  await user.click(inside.getByRole("button", { name: "Remove" }));
  expect(inside.getAllByRole("alert").map(({ textContent }) => textContent)).toEqual([
    "Current password is required",
    "A code has 6 digits, a recovery code 10 characters",
  ]);
  answers.DELETE = refuse("second_factor_wrong");
  await user.type(inside.getByLabelText("Current password"), "the old one");
  await user.type(inside.getByLabelText("Code"), "123 456");
  await user.click(inside.getByRole("button", { name: "Remove" }));
  expect((await inside.findByRole("alert")).textContent).toContain("Incorrect code.");
  answers.DELETE = { status: 204 };
  await user.click(inside.getByRole("button", { name: "Remove" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(person.received.at(-1)).toMatchObject({
    method: "DELETE",
    body: { currentPassword: "the old one", code: "123456" },
  });
  expect(screen.getByText("Off")).toBeTruthy();
});

test("cannot be removed when a role requires it, and says why", async () => {
  await start({}, aViewer({ hasSecondFactor: true, needsSecondFactor: true }));
  expect(
    screen.getByText("Your role requires two-factor authentication, so you cannot remove it."),
  ).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

test("is not offered to a person without a password", async () => {
  await start({}, aViewer({ hasPassword: false }));
  expect(screen.getByText(/You sign in through your company/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
