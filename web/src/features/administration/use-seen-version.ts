import { useState } from "react";
import { isChangedMeanwhile } from "../../lib/judge-error.ts";

/**
 * The version of a thing that a form began with: what others make of the thing meanwhile is not overwritten before the
 * server has refused it once and the form has said so.
 * @param newest the version that is known now; undefined for a new thing.
 */
export function useSeenVersion(newest: number | undefined) {
  const [begunAt] = useState(newest);
  const [isTold, setTold] = useState(false);
  return {
    /** Somebody else has changed it since. */
    isMoved: newest !== begunAt,
    /** What a save says that it saw. */
    version: isTold ? (newest ?? 0) : (begunAt ?? 0),
    /** For what a save was refused with; throws it on. */
    refused(error: unknown): never {
      if (isChangedMeanwhile(error)) setTold(true);
      throw error;
    },
  };
}
