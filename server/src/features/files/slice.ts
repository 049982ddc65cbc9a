import type { Slice } from "../../slice.ts";
import { fileSource } from "./file-source.ts";
import { deleteForgottenJob } from "./forget-files.ts";
import { registerFiles } from "./routes.ts";
import { sweepJob, watchReceivedFiles } from "./sweep-files.ts";
import { fileTextsJob, watchFileTexts } from "./text/read-texts.ts";

/** Files of things of any kind. Specification, sections 3, 5 and 7 (storage buckets). */
export const files: Slice = {
  name: "files",
  routes: [registerFiles],
  live: [watchFileTexts, watchReceivedFiles],
  jobs: [sweepJob, deleteForgottenJob, fileTextsJob],
  searchSources: [fileSource],
};
