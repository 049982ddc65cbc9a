// @vitest-environment jsdom
import { createBrowserHistory } from "@tanstack/react-router";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Button } from "../button/button.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import { Drawer } from "../dialog/drawer.tsx";
import { Select } from "../field/select.tsx";
import { TextField } from "../field/text-field.tsx";

// The router's own history, which is not to hear of the entries of layers.
const router = createBrowserHistory();
const heard: string[] = [];
router.subscribe(({ location, action }) => heard.push(`${action.type} ${location.href}`));
// Counted before a layer stops the event.
let steps = 0;
addEventListener("popstate", () => (steps += 1), { capture: true });

let isPhone = true;
let runs = 0;
let start: string;

beforeEach(async () => {
  isPhone = true;
  vi.stubGlobal("matchMedia", (media: string) => ({
    media,
    matches: isPhone && media.includes("coarse"),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  runs += 1;
  start = `/page-${runs}`;
  router.push(`/before-${runs}`);
  await turn();
  router.push(start);
  await turn();
  heard.length = 0;
});
afterEach(async () => {
  cleanup();
  await settled();
  vi.unstubAllGlobals();
});

const turn = () => act(() => new Promise((resolve) => setTimeout(resolve)));
/** Leaves room for a step or an entry that is not to come. */
async function settled(): Promise<void> {
  for (let count = 0; count < 12; count += 1) await turn();
}
/** Settles when so many layers have their entries. An entry written later would cancel a step of jsdom under way. */
async function entriesWritten(layers: number): Promise<void> {
  await waitFor(() => expect(history.state).toMatchObject({ layers }));
  await settled();
}
async function goBack(): Promise<void> {
  const before = steps;
  history.back();
  await waitFor(() => expect(steps).toBeGreaterThan(before));
  await settled();
}
const path = () => location.pathname + location.search;
const isAt = (place: string) => waitFor(() => expect(path()).toBe(place));

function Page({ onClose = () => undefined }: { onClose?: () => void }) {
  const [isDrawer, setDrawer] = useState(false);
  const [isDialog, setDialog] = useState(false);
  return (
    <>
      <Button onClick={() => setDrawer(true)}>Open drawer</Button>
      <Drawer open={isDrawer} onClose={() => setDrawer(false)} title="Drawer">
        <Button onClick={() => setDialog(true)}>Open dialog</Button>
        <Button
          onClick={() => {
            setDrawer(false);
            router.push(`/next-${runs}`);
          }}
        >
          Go on
        </Button>
      </Drawer>
      <Dialog
        open={isDialog}
        onClose={() => {
          setDialog(false);
          onClose();
        }}
        title="Dialog"
      >
        <TextField label="Name" />
        <Select
          label="Kind"
          value="a"
          onValueChange={() => undefined}
          options={[
            { value: "a", label: "First" },
            { value: "b", label: "Second" },
          ]}
        />
      </Dialog>
    </>
  );
}

async function open(...names: string[]) {
  const user = userEvent.setup();
  for (const name of names) {
    await user.click(await screen.findByRole("button", { name }));
    await screen.findByRole("dialog", { name: name.replace("Open d", "D") });
  }
  if (isPhone) await entriesWritten(names.length);
  return user;
}
const isShown = (name: string) => screen.queryByRole("dialog", { name }) !== null;
const isGone = (name: string) => waitFor(() => expect(isShown(name)).toBe(false));

test("going back closes the topmost layer, then the one below, then leaves the page", async () => {
  render(<Page />);
  await open("Open drawer", "Open dialog");
  await goBack();
  await isGone("Dialog");
  expect([isShown("Drawer"), path()]).toEqual([true, start]);
  await goBack();
  await isGone("Drawer");
  expect([path(), heard]).toEqual([start, []]);
  await goBack();
  await isAt(`/before-${runs}`);
  expect(heard).toEqual([`BACK /before-${runs}`]);
});

test("going back closes a list of choices before the dialog around it", async () => {
  render(<Page />);
  const user = await open("Open drawer", "Open dialog");
  await user.click(screen.getByRole("combobox", { name: "Kind" }));
  await screen.findByRole("option", { name: "Second" });
  await entriesWritten(3);
  await goBack();
  await waitFor(() => expect(screen.queryByRole("option", { name: "Second" })).toBeNull());
  expect(isShown("Dialog")).toBe(true);
});

test("a layer that was closed by hand leaves no step behind", async () => {
  render(<Page />);
  const user = await open("Open drawer");
  await user.click(screen.getByRole("button", { name: "Close" }));
  await isGone("Drawer");
  await settled();
  expect(heard).toEqual([]);
  await goBack();
  await isAt(`/before-${runs}`);
});

test("asks before typed words are lost, and goes back again to keep them", async () => {
  const onClose = vi.fn();
  render(<Page onClose={onClose} />);
  const user = await open("Open drawer", "Open dialog");
  await user.type(screen.getByRole("textbox", { name: "Name" }), "Half a thought");
  await goBack();
  expect(await screen.findByRole("alertdialog", { name: "Discard what you typed?" })).toBeTruthy();
  await entriesWritten(3);
  await goBack();
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(screen.getByRole("textbox", { name: "Name" })).toHaveProperty("value", "Half a thought");
  expect([onClose.mock.calls.length, path(), heard]).toEqual([0, start, []]);
});

test("a link in a drawer leads on, and back to the page without the drawer", async () => {
  render(<Page />);
  const user = await open("Open drawer");
  await user.click(screen.getByRole("button", { name: "Go on" }));
  await settled();
  expect(path()).toBe(`/next-${runs}`);
  await goBack();
  expect([path(), isShown("Drawer")]).toEqual([start, false]);
  await goBack();
  await isAt(`/before-${runs}`);
});

test("does nothing on a computer", async () => {
  isPhone = false;
  render(<Page />);
  await open("Open drawer");
  await goBack();
  expect([path(), isShown("Drawer")]).toEqual([`/before-${runs}`, true]);
});
