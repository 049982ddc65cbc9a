import { z } from "zod";

/** The branding that everyone sees, even before they sign in. */
export const companyLooksSchema = z.object({
  companyName: z.string(),
  /** The name of windows and of the installed app: the company's, if it has set one. */
  windowName: z.string(),
  /** The address of its logo. */
  logo: z.string().nullable(),
  /** The rules of a style sheet with the company's colour for both themes; empty without one. */
  style: z.string(),
});
export type CompanyLooks = z.infer<typeof companyLooksSchema>;
