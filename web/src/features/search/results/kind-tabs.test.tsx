// @vitest-environment jsdom
import { type SearchKind, searchKinds } from "@atoll/contract/search/limits";
import type { SearchAnswer } from "@atoll/contract/search/question-schemas";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { KindTabs } from "./kind-tabs.tsx";

afterEach(cleanup);

function answer(found: Partial<Record<SearchKind, { count: number; isMore: boolean }>>): SearchAnswer {
  const counts = searchKinds.map((kind) => ({ kind, ...(found[kind] ?? { count: 0, isMore: false }) }));
  return {
    items: [],
    nextCursor: null,
    counts,
    total: { count: 0, isMore: false },
    didYouMean: null,
    fallback: null,
    loosened: [],
  };
}
const names = () => screen.getAllByRole("tab").map(({ textContent }) => textContent);

it("shows exact numbers up to a thousand, and then that there are more", () => {
  const some = answer({ task: { count: 1000, isMore: false } });
  const { rerender } = render(<KindTabs shown={undefined} onChange={() => undefined} answer={some} />);
  expect(names()).toEqual(["All1,000", "Tasks1,000"]);
  const many = answer({ task: { count: 1000, isMore: true }, message: { count: 7, isMore: false } });
  rerender(<KindTabs shown="task" onChange={() => undefined} answer={many} />);
  expect(names()).toEqual(["All1,000+", "Messages7", "Tasks1,000+"]);
});

it("shows only kinds with hits and the shown one, and leads through them by the keyboard", async () => {
  const onChange = vi.fn();
  const { rerender } = render(<KindTabs shown="file" onChange={onChange} answer={undefined} />);
  expect(names()).toEqual(["All", "Files"]);
  const some = answer({ task: { count: 2, isMore: false }, event: { count: 1, isMore: false } });
  rerender(<KindTabs shown="file" onChange={onChange} answer={some} />);
  expect(names()).toEqual(["All3", "Tasks2", "Events1", "Files0"]);
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard("{ArrowLeft}");
  expect(onChange).toHaveBeenLastCalledWith("event");
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(onChange).toHaveBeenLastCalledWith(undefined);
});

it("shows no zero above the results of a correction", () => {
  const { rerender } = render(
    <KindTabs shown="file" onChange={() => undefined} answer={answer({})} hidesZeros />,
  );
  expect(names()).toEqual(["All", "Files"]);
  rerender(<KindTabs shown="file" onChange={() => undefined} answer={answer({})} />);
  expect(names()).toEqual(["All0", "Files0"]);
});
