import { z } from "zod";

/** A variable that is on or off. */
export const flag = z
  .enum(["0", "1", "true", "false"], { error: "1 or 0" })
  .transform((v) => v === "1" || v === "true");
