import type { CardStage } from "@atoll/contract/cards/section-schemas";
import type { sectionChangeSchema } from "@atoll/contract/cards/settings-schemas";
import type { z } from "zod";
import { freeName, wordsOf } from "../../../platform/fields/definitions.ts";

type WantedStage = NonNullable<z.output<typeof sectionChangeSchema>["stages"]>[number];

/** Addresses below a department that are not those of a section with cards. */
const reserved = ["tasks"];

/** The address of a section, made from its name. It stays when the section is renamed. */
export function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const wanted = wordsOf(name).join("-").slice(0, 40).replace(/-+$/, "") || "section";
  return freeName(wanted, (one) => !taken.has(one) && !reserved.includes(one), "-");
}

/** The stages of a section. Cards of a section without any are simply open. */
export function makeStages(
  wanted: readonly WantedStage[],
  before: readonly CardStage[],
  { keepsChances = false } = {},
): CardStage[] {
  const stages = wanted.length > 0 ? wanted : [{ id: before[0]?.id, name: "Open", kind: "open" as const }];
  const taken = new Set(before.map(({ id }) => id));
  const open = stages.filter(({ kind }) => kind === "open");
  return stages.map((stage) => {
    const words = wordsOf(stage.name).join("_").slice(0, 30).replace(/_+$/, "");
    const id = stage.id ?? freeName(/^[a-z]/.test(words) ? words : "stage", (one) => !taken.has(one), "_");
    taken.add(id);
    const { name, kind } = stage;
    const tone = stage.tone ?? before.find((one) => one.id === id)?.tone;
    const known = keepsChances ? before.find((one) => one.id === id && one.kind === kind) : undefined;
    const share = (open.indexOf(stage) + 1) / (open.length + 1);
    return {
      id,
      name,
      kind,
      ...(tone && { tone }),
      probability:
        known?.probability ?? (kind === "open" ? Math.round(100 * share) : kind === "won" ? 100 : 0),
    };
  });
}
