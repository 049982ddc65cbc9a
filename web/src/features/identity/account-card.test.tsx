// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type Answer, refuse } from "../../../test/api-server.ts";
import { aViewer } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { AccountCard } from "./account-card.tsx";

let person: SignedIn;
afterEach(() => person.end());

async function start(answer: Answer | "hang up") {
  person = await startSignedIn(() => answer);
  return person.show(<AccountCard />);
}

test("changes the name; email, roles and departments are only shown", async () => {
  const user = await start({ json: { user: aViewer({ name: "Marisol Vega-Lind" }) } });
  expect(screen.getByText("marisol.vega@pelicanworks.example")).toBeTruthy();
  expect(screen.getByText("Business Development")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Change name" }));
  await user.keyboard("Marisol Vega-Lind{Enter}");
  expect(await screen.findByText("Marisol Vega-Lind")).toBeTruthy();
  expect(person.received[0]).toMatchObject({ method: "PATCH", body: { name: "Marisol Vega-Lind" } });
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Change name" }));
});

test("shows a lookalike name error at the field", async () => {
  const user = await start(refuse("name_looks_taken"));
  await user.click(screen.getByRole("button", { name: "Change name" }));
  await user.keyboard("Ruth Adeyemi{Enter}");
  expect((await screen.findByRole("alert")).textContent).toMatch(/^This name looks too similar/);
  expect(screen.getByLabelText("Name").getAttribute("aria-invalid")).toBe("true");
});

test("shows an empty name at the field and a refusal above it; Escape changes nothing", async () => {
  const user = await start(refuse("internal_error"));
  await user.click(screen.getByRole("button", { name: "Change name" }));
  await user.keyboard(" {Enter}");
  expect(screen.getByRole("alert").textContent).toBe("Name is required");
  await user.keyboard("Marisol{Enter}");
  expect((await screen.findByRole("alert")).textContent).toContain("Something went wrong");
  await user.keyboard("{Escape}");
  expect(screen.getByText("Marisol Vega")).toBeTruthy();
});
