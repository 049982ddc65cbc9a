// @vitest-environment jsdom
import type { CardType } from "@atoll/contract/cards/schemas";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { AddCard } from "../data/add-card.ts";
import { NoCards } from "./no-cards.tsx";

test("an empty section opens the form for its first card, and an empty filter result says so", () => {
  const type = { singular: "contact" } as CardType;
  const add = vi.fn();
  const shown = (filter: object) => (
    <AddCard value={add}>
      <NoCards type={type} filter={filter} />
    </AddCard>
  );
  const { rerender } = render(shown({}));
  screen.getByText("No contact here yet");
  screen.getByRole("button", { name: "Add the first contact" }).click();
  expect(add).toHaveBeenCalledOnce();
  rerender(shown({ q: "norr" }));
  screen.getByText("No contact matches the filters");
});
