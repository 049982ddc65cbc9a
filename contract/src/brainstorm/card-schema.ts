import { z } from "zod";
import { listedBoardSchema } from "./schemas.ts";

/** What a card of boards shows: those that changed last. */
export const boardCardSchema = z.object({
  type: z.literal("boards"),
  boards: z.array(listedBoardSchema),
});
