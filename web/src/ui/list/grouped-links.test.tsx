// @vitest-environment jsdom
import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { GroupedLinks } from "./grouped-links.tsx";

const groups = [
  { heading: "People", links: [linkTo("users", "Users"), linkTo("import", "Import")] },
  { heading: "System", links: [linkTo("mail", "Mail")] },
];

it("lists links under their headings, and names the current page on the button of narrow screens", async () => {
  render(
    <GroupedLinks current="mail" groups={groups} label="Admin panel">
      The page
    </GroupedLinks>,
  );
  const side = screen.getByRole("navigation", { name: "Admin panel" });
  expect(
    within(side)
      .getAllByRole("heading")
      .map(({ textContent }) => textContent),
  ).toEqual(["People", "System"]);
  expect(
    within(side)
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  ).toEqual(["Users", "Import", "Mail"]);

  const button = screen.getByRole("button", { name: "Admin panel: System / Mail" });
  await userEvent.click(button);
  const list = await screen.findByRole("dialog", { name: "Admin panel" });
  await userEvent.click(within(list).getByRole("link", { name: "Import" }));
  await expect.poll(() => screen.queryByRole("dialog", { name: "Admin panel" })).toBeNull();
});

function linkTo(key: string, label: string) {
  return { key, label, link: <a href={`#${key}`}>{label}</a> };
}
