import { z } from "zod";

/** Events about the server itself. */
export const workspaceEvents = {
  /** The process is about to stop: connections will be cut, and come back when it is up again. */
  "server.draining": z.object({}),
  /** The company has another name, colour or logo. To everybody who is let in, who fetch it. */
  "company.changed": z.object({}),
};
