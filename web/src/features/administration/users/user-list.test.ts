import { expect, test } from "vitest";
import { testId } from "../../../../test/people.ts";
import { readWhyQuestion } from "../why/question.ts";
import { userListQuery, userSearch } from "./user-list.ts";

test("the address keeps what the table shows", () => {
  const address = {
    search: "vega",
    role: testId(1),
    department: testId(2),
    status: "disabled",
    sort: "lastActive",
    direction: "descending",
    page: "3",
  };
  const state = userSearch.read(address);
  expect(state).toMatchObject({ sort: "lastActive", page: 3 });
  expect(userSearch.write(state)).toEqual(address);
});

test.each([
  { page: "0" },
  { page: "1" },
  { page: "-2" },
  { page: "two" },
  { page: "1.5" },
  { role: "admin" },
  { department: "%00" },
  { status: "gone" },
  { sort: "password" },
  { sort: "name" },
  { direction: "ascending" },
  { search: "" },
])("%o changes nothing", (address) => {
  expect(userListQuery(userSearch.read(address))).toEqual(userListQuery({}));
});

test("the question why is about a page before it is about a permission", () => {
  const asked = { user: testId(1), path: "/backend", permission: "chat:access" };
  expect(readWhyQuestion(asked)).toEqual({ user: testId(1), path: "/backend" });
  expect(readWhyQuestion({ ...asked, path: "backend" })).toMatchObject({ permission: "chat:access" });
});
