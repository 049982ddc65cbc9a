import { z } from "zod";
import { idSchema } from "./identifiers.ts";

/** Someone named in a text: `name` is how it stands there after the @. */
export const mentionSchema = z.object({ id: idSchema, name: z.string() });
export type Mention = z.infer<typeof mentionSchema>;
