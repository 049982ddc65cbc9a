import { passwordSignInSchema, secondFactorCodeSchema } from "@atoll/contract/identity/schemas";
import { z } from "zod";

/** The schemas of signing in, in a file of their own, because the page is shown before they are loaded. */
export const credentialsSchema = passwordSignInSchema;
export const codeSchema = z.object({ code: secondFactorCodeSchema });
