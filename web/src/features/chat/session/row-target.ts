/** A row of a list to bring into view. */
export interface RowTarget {
  id: string;
  align: "center" | "nearest" | "start";
  /** With `start`: this many pixels below the upper edge; negative where the row was cut. */
  offset?: number;
  focus?: boolean;
}
