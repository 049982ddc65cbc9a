import { canOpenAdmin } from "@atoll/contract/permissions";
import { sql } from "kysely";
import type { FileKind } from "../../platform/kinds/file-kinds.ts";
import type { RequestViewer } from "../../slice.ts";

export const companyLogoKind = "company-logo";

/** The company's logo. The current one is public, because it is on the sign-in page. */
export const companyLogo: FileKind<RequestViewer> = {
  kind: companyLogoKind,
  bucket: "company",
  keyOf: ({ filename }) => `public/${filename}`,
  keepsOnly: "logo",
  isOpenByAddress: true,
  isOpenTo: canOpenAdmin,
  isReadable: () => sql<boolean>`true`,
};
