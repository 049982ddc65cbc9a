import { z } from "zod";
import { idSchema } from "../identifiers.ts";

/** The id of a change, made by the browser: sent again it changes nothing more, and undoes the change. */
export const changeIdSchema = idSchema.optional();

/** The body of a change that has no other content. */
export const plainChangeSchema = z.object({ changeId: changeIdSchema }).optional();
