import { z } from "zod";
import { listedBoardSchema } from "./schemas.ts";

/** The content of a boards card: the most recently changed boards. */
export const boardCardSchema = z.object({
  type: z.literal("boards"),
  boards: z.array(listedBoardSchema),
});
