import { z } from "zod";

/** Events about the audit log, sent to viewers who may read it. */
export const auditEvents = {
  /** There are new entries. Those that come in quick succession are told of once. */
  "audit.grown": z.object({}),
};
