import type { OpenCard } from "@atoll/contract/cards/schemas";
import { TryItCard } from "../apis/try-it-card.tsx";
import { SilenceCard } from "../monitoring/silence-card.tsx";
import { SequenceCard } from "../sequences/sequence-card.tsx";
import { SeriesCard } from "./series-card.tsx";
import { UtmBuilder } from "./utm-builder.tsx";
import { Verify } from "./verify.tsx";

/** Tools that a section offers in addition to its cards. */
export function Tools({ open }: { open: OpenCard }) {
  const { tools, sequenceStage } = open.type.options;
  return (
    <>
      {open.operation && <TryItCard open={open} />}
      {open.type.options.hooks === "alerts" && <SilenceCard open={open} />}
      {sequenceStage !== undefined && <SequenceCard open={open} />}
      {tools.includes("verify") && <Verify card={open.card} type={open.type} />}
      {tools.includes("utm") && <UtmBuilder card={open.card} />}
      {tools.includes("series") && <SeriesCard open={open} />}
    </>
  );
}
