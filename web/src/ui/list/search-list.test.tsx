// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { SearchList } from "./search-list.tsx";

const ada = { id: "ada", title: "Ada Berg", detail: "", mark: null };

/** A picker inside a form, which answers "ada" only when it is told to. */
function Form({ onSubmit, onChoose }: { onSubmit: () => void; onChoose: (id: string) => void }) {
  const [text, setText] = useState("");
  const [query, setQuery] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <SearchList
        label="Search people"
        listLabel="People"
        text={text}
        onTextChange={setText}
        query={query}
        options={query === "nobody" ? [] : [ada]}
        onChoose={onChoose}
        empty="Nobody found"
      />
      <button type="button" onClick={() => setQuery(text)}>
        Answer
      </button>
      <button type="submit">Save</button>
    </form>
  );
}

test("Enter selects nothing until the list has loaded, and never submits the surrounding form", async () => {
  const submitted: string[] = [];
  const chosen: string[] = [];
  const user = userEvent.setup();
  render(<Form onSubmit={() => submitted.push("submitted")} onChoose={(id) => chosen.push(id)} />);
  const field = screen.getByRole("combobox", { name: "Search people" });

  await user.type(field, "ada{Enter}");
  expect(chosen).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Answer" }));
  await user.type(field, "{Enter}");
  expect(chosen).toEqual(["ada"]);

  await user.clear(field);
  await user.type(field, "nobody");
  await user.click(screen.getByRole("button", { name: "Answer" }));
  expect(screen.getByText("Nobody found")).toBeTruthy();
  await user.type(field, "{Enter}");
  expect(chosen).toEqual(["ada"]);
  expect(submitted).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(submitted).toEqual(["submitted"]);
});
