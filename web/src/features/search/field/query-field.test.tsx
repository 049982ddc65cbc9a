// @vitest-environment jsdom
import { searchQueryMaxLength } from "@atoll/contract/search/limits";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { QueryField } from "./query-field.tsx";

afterEach(cleanup);

it("keeps a query that is too long and says so, without searching for a part of it", async () => {
  const [onChange, onEnter] = [vi.fn(), vi.fn()];
  render(
    <QueryField
      label="Search"
      value=""
      onChange={onChange}
      onEnter={onEnter}
      loading={false}
      wiring={{}}
      ref={() => undefined}
    />,
  );
  const field = screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" });
  const pasted = "a".repeat(searchQueryMaxLength + 5);
  fireEvent.change(field, { target: { value: pasted } });
  expect(field.value).toBe(pasted);
  expect(screen.getByRole("alert").textContent).toContain("Too long to search for");
  fireEvent.keyDown(field, { key: "Enter" });
  expect(onEnter).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: "ferry" } });
  expect(screen.queryByRole("alert")).toBeNull();
  await waitFor(() => expect(onChange).toHaveBeenCalledWith("ferry"));
  expect(onChange).toHaveBeenCalledTimes(1);
});
