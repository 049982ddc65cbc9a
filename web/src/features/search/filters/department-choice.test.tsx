// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Answer, refuse } from "../../../../test/api-server.ts";
import { aViewer } from "../../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../../test/start-signed-in.tsx";
import { DepartmentChoice } from "./department-choice.tsx";

const department = (id: string, name: string) => ({ id, name, slug: name.toLowerCase() });
const [backend, docks, marketing] = [
  department("0198a000-0000-7000-8000-000000000001", "Backend"),
  department("0198a000-0000-7000-8000-000000000002", "Docks"),
  department("0198a000-0000-7000-8000-000000000003", "Marketing"),
];
const onChoose = vi.fn();
let signedIn: SignedIn;
let answer: () => Answer | "hang up";
const options = () => screen.queryAllByRole("option").map((option) => option.textContent);

beforeEach(async () => {
  onChoose.mockReset();
  answer = () => ({ json: { departments: [backend, docks, marketing] } });
  signedIn = await startSignedIn(() => answer(), aViewer({ departments: [marketing] }));
});
afterEach(() => signedIn.end());

it("offers the viewer's departments first, and finds others by name", async () => {
  const user = signedIn.show(<DepartmentChoice onChoose={onChoose} />);
  expect(options()).toEqual(["MarketingYour department"]);
  await vi.waitFor(() => expect(options()).toEqual(["MarketingYour department", "Backend", "Docks"]));
  answer = () => ({ json: { departments: [docks] } });
  await user.type(screen.getByRole("combobox", { name: "Search departments" }), "dòck");
  await vi.waitFor(() => expect(options()).toEqual(["Docks"]));
  expect(signedIn.received.at(-1)?.url).toBe("/api/departments?name=d%C3%B2ck&limit=8");
  await user.keyboard("{Enter}");
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(docks.id);
});

it("shows no results, a failed search, and a retry", async () => {
  answer = () => ({ json: { departments: [] } });
  const user = signedIn.show(<DepartmentChoice onChoose={onChoose} />);
  const field = screen.getByRole("combobox");
  await user.type(field, "moon");
  expect(await screen.findByText('No results found for "moon"')).toBeTruthy();
  answer = () => refuse("internal_error");
  await user.clear(field);
  await user.type(field, "markt");
  expect((await screen.findByRole("alert")).textContent).toMatch("went wrong on the server");
  expect(screen.queryByText(/^No results found/)).toBeNull();
  answer = () => ({ json: { departments: [docks] } });
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  await vi.waitFor(() => expect(options()).toEqual(["Docks"]));
});
