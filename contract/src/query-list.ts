import { z } from "zod";

/** Several values of one filter in an address, apart by commas. */
export const queryListSchema = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z
    .string()
    .max(4000)
    .transform((text) => text.split(",").filter((part) => part !== ""))
    .pipe(z.array(item).max(100))
    .optional();
