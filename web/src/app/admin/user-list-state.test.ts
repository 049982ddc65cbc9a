import { expect, test } from "vitest";
import { testId } from "../../../test/people.ts";
import { parseSearch, stringifySearch } from "../search-params.ts";
import { readUserListState } from "./user-list-state.ts";

const read = (search: string) => readUserListState(parseSearch(search));

test("the address keeps what the table shows", () => {
  const state = {
    search: "vega",
    role: testId(1),
    department: testId(2),
    status: "disabled",
    sort: "lastActive",
    direction: "descending",
    page: 3,
  };
  expect(read(stringifySearch(state))).toEqual(state);
  expect(stringifySearch({ ...read("") })).toBe("");
});

test.each([
  "?page=0",
  "?page=1",
  "?page=-2",
  "?page=two",
  "?page=1.5",
  "?role=admin",
  "?department=%00",
  "?status=gone",
  "?sort=password",
  "?sort=name",
  "?direction=ascending",
  "?search=",
])("%s says nothing", (search) => {
  expect(stringifySearch({ ...read(search) })).toBe("");
});
