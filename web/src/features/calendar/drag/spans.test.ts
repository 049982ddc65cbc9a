import { expect, it } from "vitest";
import type { GridItem } from "../layout/item.ts";
import { type WallSpan, writeWall } from "../time/wall.ts";
import { changed, made, stepped } from "./spans.ts";

const day = "2027-03-28";
const span: WallSpan = { from: { day, minute: 620 }, to: { day, minute: 680 } };
const item = { span } as GridItem;
const said = (of: WallSpan | undefined) => of && `${writeWall(of.from)} ${writeWall(of.to)}`;
const at = (minute: number, on = day) => ({ day: on, minute });

it("moves by the distance of the pointer, snaps to the lines, and ends no sooner than it starts", () => {
  expect(said(changed(item, "move", at(630), at(643, "2027-03-29"), false))).toBe(
    "2027-03-29T10:30 2027-03-29T11:30",
  );
  expect(said(changed(item, "resize", at(680), at(752), false))).toBe("2027-03-28T10:20 2027-03-28T12:30");
  expect(said(changed(item, "resize", at(680), at(100), false))).toBe("2027-03-28T10:20 2027-03-28T10:35");
  expect(said(changed(item, "move", at(0), at(0, "2027-04-02"), true))).toBe(
    "2027-04-02T10:20 2027-04-02T11:20",
  );
});

it("covers the first to the last line in either direction, or whole days", () => {
  const drawn = "2027-03-28T10:00 2027-03-28T11:30";
  expect([said(made(at(603), at(687), false, 15)), said(made(at(687), at(603), false, 15))]).toEqual([
    drawn,
    drawn,
  ]);
  expect(said(made(at(603), at(603), false, 60))).toBe("2027-03-28T10:00 2027-03-28T11:00");
  expect(said(made(at(0, "2027-03-30"), at(0), true, 15))).toBe("2027-03-28T00:00 2027-03-31T00:00");
});

it("moves by quarter hours and days, by weeks without hours, and only its end with Shift", () => {
  const step = (key: "ArrowUp" | "ArrowDown" | "ArrowLeft" | "End", withShift = false, isHours = true) =>
    said(stepped(span, { key, withShift }, isHours));
  expect(step("ArrowUp")).toBe("2027-03-28T10:05 2027-03-28T11:05");
  expect(step("ArrowLeft")).toBe("2027-03-27T10:20 2027-03-27T11:20");
  expect(step("ArrowDown", true)).toBe("2027-03-28T10:20 2027-03-28T11:35");
  expect(step("ArrowDown", false, false)).toBe("2027-04-04T10:20 2027-04-04T11:20");
  expect(step("End")).toBeUndefined();
});
