import { expect, test } from "vitest";
import { carryOver, changesBetween, type UserEdit } from "./user-edit.ts";

const before: UserEdit = { name: "Ruth", email: "ruth@p.example", roleIds: ["a", "b"], departmentIds: ["x"] };

test("an edit contains only differences, regardless of the order of roles and departments", () => {
  expect(changesBetween(before, { ...before, roleIds: ["b", "a"] })).toEqual({});
  expect(changesBetween(before, { ...before, email: "r@p.example", departmentIds: [] })).toEqual({
    email: "r@p.example",
    departmentIds: [],
  });
});

test("updates untouched fields to the newest values, and keeps typed ones", () => {
  const typed = { ...before, name: "Ruth Cole", roleIds: ["a", "c"] };
  const newest = { ...before, email: "new@p.example", roleIds: ["a", "b", "d"], departmentIds: [] };
  expect(carryOver(before, typed, newest)).toEqual({
    edit: { name: "Ruth Cole", email: "new@p.example", roleIds: ["a", "d", "c"], departmentIds: [] },
    clashes: [],
  });
});

test("reports a conflict only for fields that both changed differently", () => {
  const typed = { ...before, name: "Ruth Cole", email: "same@p.example" };
  const newest = { ...before, name: "Ruth A.", email: "same@p.example" };
  expect(carryOver(before, typed, newest).clashes).toEqual(["name"]);
});
