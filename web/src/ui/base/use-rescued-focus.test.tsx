// @vitest-environment jsdom
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { useRescuedFocus } from "./use-rescued-focus.ts";

function Page() {
  useRescuedFocus();
  const [items, setItems] = useState(["Pier", "Quay", "Lock"]);
  const [isAsked, setAsked] = useState(true);
  return (
    <main>
      <h1>Harbour</h1>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <button type="button">Open {item}</button>
            <button type="button" onClick={() => setItems(items.filter((one) => one !== item))}>
              Remove {item}
            </button>
          </li>
        ))}
      </ul>
      {isAsked && (
        <button type="button" onClick={() => setAsked(false)}>
          Approve
        </button>
      )}
    </main>
  );
}

const press = async (name: string) => {
  screen.getByRole("button", { name }).focus();
  await userEvent.keyboard("{Enter}");
};
const focused = () => document.activeElement?.textContent;

it("gives the focus of a removed row to the same control of the row in its place", async () => {
  render(<Page />);
  await press("Remove Quay");
  await waitFor(() => expect(focused()).toBe("Remove Lock"));
  await press("Remove Lock");
  await waitFor(() => expect(focused()).toBe("Remove Pier"));
});

it("gives the focus of a button that has done its work to the heading", async () => {
  render(<Page />);
  await press("Approve");
  await waitFor(() => expect(focused()).toBe("Harbour"));
});

it("leaves focus that has moved elsewhere", async () => {
  render(<Page />);
  await press("Approve");
  screen.getByRole("button", { name: "Open Pier" }).focus();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Approve" })).toBeNull());
  expect(focused()).toBe("Open Pier");
});
