import { z } from "zod";

/** Events about the operation of Atoll. */
export const operationEvents = {
  /** A maintenance was announced or changed, has started or is over. To everybody who is let in, who fetch it. */
  "maintenance.changed": z.object({}),
};
