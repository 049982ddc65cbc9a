import { ofServers, ofThings } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { compactDocumentsJob } from "./compact-documents.ts";
import { draftNameEraser } from "./erase-names.ts";
import { connectDocuments } from "./rooms/connect-documents.ts";
import { registerDocuments } from "./routes.ts";

/** Drafts that several people write at once, of things of any kind. */
export const documents: Slice = {
  name: "documents",
  routes: [registerDocuments],
  live: [connectDocuments],
  jobs: [compactDocumentsJob],
  erasers: [draftNameEraser],
  personalData: {
    unplaced_texts: {
      title: "Texts that could not be stored",
      erase: "account",
      of: "user_id",
      columns: ["created_at", "subject_kind", "subject_id", "text"],
    },
    document_clients: ofServers,
    document_updates: ofThings,
    documents: ofThings,
  },
};
