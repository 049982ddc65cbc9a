import { z } from "zod";

/** What everybody sees of the company, before they sign in, too. */
export const companyLooksSchema = z.object({
  companyName: z.string(),
  /** What windows and the installed app are called: the company, once it has a name of its own here. */
  windowName: z.string(),
  /** The address of its logo. */
  logo: z.string().nullable(),
  /** The rules of a style sheet with the company's colour for both themes; empty without one. */
  style: z.string(),
});
export type CompanyLooks = z.infer<typeof companyLooksSchema>;
