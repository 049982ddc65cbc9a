import type { Slice } from "../../slice.ts";
import { compactDocumentsJob } from "./compact-documents.ts";
import { connectDocuments } from "./rooms/connect-documents.ts";
import { registerDocuments } from "./routes.ts";

/** Drafts that several people write at once, of things of any kind. */
export const documents: Slice = {
  name: "documents",
  routes: [registerDocuments],
  live: [connectDocuments],
  jobs: [compactDocumentsJob],
};
