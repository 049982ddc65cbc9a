import {
  type BoardOrder,
  type BoardScope,
  boardOrders,
  boardScopes,
} from "@atoll/contract/brainstorm/limits";
import { defineListSearch, id, named, oneOf, type SearchValues, text } from "@atoll/contract/list-search";

/** The filter and order in the address of a list of boards. */
export const boardSearch = defineListSearch({
  scope: named("show", oneOf(boardScopes)),
  departmentId: named("department", id),
  /** A part of a name or a note. */
  text: text(160),
  order: oneOf(boardOrders),
});

export type ShownBoards = SearchValues<typeof boardSearch>;

export const scopeNames: Readonly<Record<BoardScope, string>> = {
  all: "All",
  mine: "Mine",
  starred: "Starred",
  archived: "Archived",
};

export const orderNames: Readonly<Record<BoardOrder, string>> = {
  changed: "Last changed",
  created: "Newest",
  title: "Name",
};

/** Pure: the same as the server is asked. */
export const queryOf = ({ departmentId, ...shown }: ShownBoards) => ({ ...shown, department: departmentId });
