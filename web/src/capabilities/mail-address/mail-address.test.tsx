// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type Answer, refuse } from "../../../test/api-server.ts";
import { aViewer, testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { MailAddress } from "./mail-address.tsx";

let person: SignedIn;
afterEach(() => person.end());

interface State {
  isAvailable: boolean;
  address: string | null;
  refused?: Answer;
}

async function start(state: State) {
  let made = 0;
  person = await startSignedIn(({ method }) => {
    if (method === "GET") return { json: { isAvailable: state.isAvailable, address: state.address } };
    if (state.refused) return state.refused;
    if (method === "DELETE") {
      state.address = null;
      return { status: 204 };
    }
    made += 1;
    state.address = `atoll+c${made}@in.example.com`;
    return { status: 200, json: { isAvailable: true, address: state.address } };
  }, aViewer());
  return person.show(
    <>
      <p>Here</p>
      <MailAddress id={testId(40)} kind="channel" />
    </>,
  );
}

test("is turned on, renewed and turned off again, each of the latter after a question", async () => {
  const user = await start({ isAvailable: true, address: null });
  await user.click(await screen.findByRole("button", { name: "Turn on" }));
  expect(await screen.findByText("atoll+c1@in.example.com")).toBeTruthy();
  for (const [name, next] of [
    ["Make a new address", "atoll+c2@in.example.com"],
    ["Turn off", "Turn on"],
  ] as const) {
    await user.click(screen.getByRole("button", { name }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await user.click(dialog.getByRole("button", { name }));
    expect(await screen.findByText(next)).toBeTruthy();
  }
});

test("keeps the question open while it is refused, with the reason", async () => {
  const state: State = {
    isAvailable: true,
    address: "atoll+c9@in.example.com",
    refused: refuse("forbidden"),
  };
  const user = await start(state);
  await user.click(await screen.findByRole("button", { name: "Turn off" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: "Turn off" }));
  expect(await dialog.findByRole("alert")).toBeTruthy();
  expect(state.address).toBe("atoll+c9@in.example.com");
});

test("is not shown where no mail is taken in", async () => {
  await start({ isAvailable: false, address: null });
  expect(await screen.findByText("Here")).toBeTruthy();
  expect(screen.queryByText("Mail address")).toBeNull();
});
