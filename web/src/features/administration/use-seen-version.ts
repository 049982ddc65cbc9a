import { useState } from "react";
import { isChangedMeanwhile } from "../../lib/request/judge-error.ts";

/**
 * Returns the version that a form started with, so that newer changes are not overwritten before the server has refused
 * once and the form has said so.
 * @param newest the latest known version. Undefined for a new thing.
 */
export function useSeenVersion(newest: number | undefined) {
  const [begunAt] = useState(newest);
  const [isTold, setTold] = useState(false);
  return {
    /** True if somebody else has changed it since. */
    isMoved: newest !== begunAt,
    /** The version that a save is based on. */
    version: isTold ? (newest ?? 0) : (begunAt ?? 0),
    /** For what a save was refused with; throws it on. */
    refused(error: unknown): never {
      if (isChangedMeanwhile(error)) setTold(true);
      throw error;
    },
  };
}
