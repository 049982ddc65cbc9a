import { passwordSignInSchema, secondFactorCodeSchema } from "@atoll/contract/identity/schemas";
import { z } from "zod";

/** What signing in asks for, in a file of its own: the page is shown before the schemas are there. */
export const credentialsSchema = passwordSignInSchema;
export const codeSchema = z.object({ code: secondFactorCodeSchema });
