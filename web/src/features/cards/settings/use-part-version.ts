import type { SectionSettings } from "@atoll/contract/cards/settings-schemas";
import { useState } from "react";
import { isChangedMeanwhile } from "../../../lib/request/judge-error.ts";

/**
 * Returns the version that a form about one part of a section saves from: the newest one as long as nobody else has
 * changed this part, so that several forms of one section do not stand in each other's way.
 */
export function usePartVersion(section: SectionSettings, part: (section: SectionSettings) => unknown) {
  const partOf = (one: SectionSettings) => JSON.stringify(part(one));
  const [start, setStart] = useState({ version: section.version, part: partOf(section) });
  const [isTold, setTold] = useState(false);
  const isMoved = partOf(section) !== start.part;
  return {
    /** Somebody else has changed it since the form was filled. */
    isMoved,
    version: isMoved && !isTold ? start.version : section.version,
    /** For what a save was refused with; the next one replaces the other's change, which the form has shown. */
    refused(error: unknown): never {
      if (isChangedMeanwhile(error)) setTold(true);
      throw error;
    },
    saved(after: SectionSettings): void {
      setStart({ version: after.version, part: partOf(after) });
      setTold(false);
    },
  };
}
