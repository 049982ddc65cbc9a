// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { TagField } from "./tag-field.tsx";

afterEach(cleanup);

it("keeps a tag that is too long in the field and says so, instead of cutting it", async () => {
  const onChange = vi.fn();
  const queryClient = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  render(
    <QueryClientProvider client={queryClient}>
      <TagField tags={[]} onChange={onChange} max={5} maxLength={8} />
    </QueryClientProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Tags" });
  await userEvent.type(field, "infrastructure{Enter}");
  expect(field.value).toBe("infrastructure");
  expect(onChange).not.toHaveBeenCalled();
  expect(screen.getByText("Too long: 14 of 8 characters")).toBeTruthy();
  await userEvent.tab();
  expect(field.value).toBe("infrastructure");
  await userEvent.clear(field);
  await userEvent.type(field, "Infra{Enter}");
  expect(onChange).toHaveBeenCalledWith(["infra"]);
});
