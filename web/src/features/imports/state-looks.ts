import type { ImportState } from "@atoll/contract/imports/schemas";
import type { BadgeTone } from "../../ui/badge/badge.tsx";

export const stateLooks: Record<ImportState, { label: string; tone: BadgeTone }> = {
  uploading: { label: "Upload unfinished", tone: "warning" },
  reading: { label: "Reading the file", tone: "info" },
  planned: { label: "Ready", tone: "info" },
  trying: { label: "Dry run", tone: "info" },
  running: { label: "Importing", tone: "info" },
  paused: { label: "Paused", tone: "warning" },
  done: { label: "Imported", tone: "success" },
  undoing: { label: "Undoing", tone: "info" },
  undone: { label: "Undone", tone: "secondary" },
  failed: { label: "Failed", tone: "error" },
};
