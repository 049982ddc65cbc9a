// @vitest-environment jsdom
import type { CardType } from "@atoll/contract/cards/schemas";
import { render, screen } from "@testing-library/react";
import { test } from "vitest";
import { NoCards } from "./no-cards.tsx";

test("an empty section offers its first card, and an empty filter result says so", () => {
  const type = { singular: "contact" } as CardType;
  const { rerender } = render(<NoCards type={type} filter={{}} />);
  screen.getByText("No contact here yet");
  screen.getByText("Add the first one with New Contact.");
  rerender(<NoCards type={type} filter={{ q: "norr" }} />);
  screen.getByText("No contact matches the filters");
});
