import { z } from "zod";

/** Events of bots. */
export const botEvents = {
  /** To viewers who may list bots: one was created, changed, handed over or deleted, or its tokens changed. They refetch. */
  "bots.changed": z.object({}),
};
