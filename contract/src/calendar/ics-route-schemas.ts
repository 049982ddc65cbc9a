import { z } from "zod";
import { feedStateSchema } from "./ics-schemas.ts";

/** Null: there is no feed. */
export const feedStateAnswerSchema = z.object({ feed: feedStateSchema.nullable() });
