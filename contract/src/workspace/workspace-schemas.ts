import { z } from "zod";
import { companyLooksSchema } from "./looks-schemas.ts";

/** The data that every page shows and that the sign-in page needs. */
export const workspaceSchema = companyLooksSchema.extend({
  productName: z.string(),
  version: z.string(),
  /** Whether people may sign in through their company, and the company's name on that button. */
  singleSignOn: z.object({ name: z.string() }).nullable(),
  /** The same for the company's SAML provider, which administrators set up. */
  saml: z.object({ name: z.string() }).nullable(),
  /** The host name that passkeys work at. Null: the server has no address that browsers accept for them. */
  passkeySite: z.string().nullable(),
  /** Whether the server sends mail: people who forgot their password then help themselves. */
  isMailOn: z.boolean(),
  /** How many departments there are; their names are for the company's people. */
  departmentCount: z.number().int(),
  /** They are those that every company begins with, which are no secret. */
  hasInitialDepartments: z.boolean(),
  /** The largest file that may be uploaded. */
  maxFileBytes: z.number().int(),
});

export type Workspace = z.infer<typeof workspaceSchema>;
/** As the server was started; the rest administrators choose. */
export type ConfiguredWorkspace = Omit<
  Workspace,
  "windowName" | "logo" | "style" | "saml" | "departmentCount" | "hasInitialDepartments"
>;
