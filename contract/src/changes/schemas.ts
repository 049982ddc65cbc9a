import { z } from "zod";
import { idSchema } from "../identifiers.ts";

/** The id of a change, made by the browser: sent again it changes nothing more, and undoes the change. */
export const changeIdSchema = idSchema.optional();

/** The query of a change that has no body. */
export const changeQuerySchema = z.object({ changeId: changeIdSchema }).optional();
