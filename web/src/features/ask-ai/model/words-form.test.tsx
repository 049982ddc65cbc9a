// @vitest-environment jsdom

import { searchWordRoutes as routes } from "@atoll/contract/search/word-routes";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { Words } from "./words-form.tsx";

let server: RealServer;
let admin: RealPerson;
let browser: OpenBrowser;

beforeAll(async () => {
  server = await startRealServer([]);
  admin = server.admin;
});
afterAll(() => server.close());
beforeEach(async () => {
  browser = await openBrowser(server, admin);
});
afterEach(() => browser.end());

const stored = () => admin.call(routes.getWordGroups, {});
const field = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Words" });
const save = () => userEvent.click(screen.getByRole("button", { name: "Save words" }));

it("saves one group of words per line, and refuses a word of punctuation only", async () => {
  render(<Words />, { wrapper: browser.Around });
  await userEvent.type(await field(), "depot, yard , terminal\n\ntug, !!");
  await save();
  expect(await screen.findByText(/tug, !!: Enter a word/)).toBeTruthy();
  expect((await stored()).groups).toEqual([]);
  await userEvent.type(await field(), "{Backspace}{Backspace}pilot boat");
  await save();
  await waitFor(async () =>
    expect((await stored()).groups).toEqual([
      ["depot", "yard", "terminal"],
      ["tug", "pilot boat"],
    ]),
  );
});

it("shows what another administrator saved, and keeps what was typed", async () => {
  const { version } = await stored();
  render(<Words />, { wrapper: browser.Around });
  await userEvent.type(await field(), "\nquay, berth");
  await admin.call(routes.setWordGroups, { body: { groups: [["crane", "gantry"]], version } });
  await save();
  expect((await screen.findAllByText(/crane, gantry/)).length).toBeGreaterThan(0);
  expect((await stored()).groups).toEqual([["crane", "gantry"]]);
  expect((await field()).value).toContain("quay, berth");
});
