import { z } from "zod";

/**
 * Text that is kept as it was typed. Half a character, as a cut in the wrong place leaves it, would come back from the
 * database as another one, so it becomes the replacement mark before anybody sees it. In every other text the server
 * refuses it, and NUL in all of them.
 */
export const storableTextSchema = z.string().overwrite((text) => text.toWellFormed());
