import {
  type BoardOrder,
  type BoardScope,
  boardOrders,
  boardScopes,
} from "@atoll/contract/brainstorm/limits";

/** Filter of a list of boards. The address keeps it. */
export interface ShownBoards {
  scope: BoardScope;
  departmentId: string;
  /** A part of a name or a note. */
  text: string;
  order: BoardOrder;
}

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

/** Pure: the part of an address that says what is shown. */
export function readShownBoards(search: Readonly<Record<string, unknown>>): ShownBoards {
  return {
    scope: boardScopes.find((scope) => scope === search.show) ?? "all",
    departmentId: typeof search.department === "string" ? search.department : "",
    text: typeof search.text === "string" ? search.text : "",
    order: boardOrders.find((order) => order === search.order) ?? "changed",
  };
}

/** Pure: the same as a part of an address; what is usual is left out. */
export function writeShownBoards({ scope, departmentId, text, order }: ShownBoards): Record<string, string> {
  return {
    ...(scope === "all" ? {} : { show: scope }),
    ...(departmentId === "" ? {} : { department: departmentId }),
    ...(text === "" ? {} : { text }),
    ...(order === "changed" ? {} : { order }),
  };
}

/** Pure: the same as the server is asked. */
export function queryOf({ scope, departmentId, text, order }: ShownBoards) {
  return { scope, text, order, ...(departmentId === "" ? {} : { department: departmentId }) };
}
