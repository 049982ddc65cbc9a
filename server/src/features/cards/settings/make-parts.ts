import type { CardField } from "@atoll/contract/cards/field-schemas";
import type { CardStage } from "@atoll/contract/cards/section-schemas";
import type { newFieldSchema, sectionChangeSchema } from "@atoll/contract/cards/settings-schemas";
import type { z } from "zod";

type NewField = z.output<typeof newFieldSchema>;
type WantedStage = NonNullable<z.output<typeof sectionChangeSchema>["stages"]>[number];

/** Addresses below a department that are not those of a section with cards. */
const reserved = ["tasks"];

/** The address of a section, made from its name. It stays when the section is renamed. */
export function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const wanted = wordsOf(name).join("-").slice(0, 40).replace(/-+$/, "") || "section";
  return free(wanted, (one) => !taken.has(one) && !reserved.includes(one), "-");
}

/** A field as the section stores it. Its name never is one that a later version of Atoll brings. */
export function makeField({ label, kind, options }: NewField, taken: ReadonlySet<string>): CardField {
  const wanted = `own_${wordsOf(label).join("_").slice(0, 30)}`.replace(/_+$/, "");
  const name = free(wanted, (one) => !taken.has(one), "_");
  return { name, label, kind, isAdded: true, ...(kind === "choice" && { options }) };
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
    const id = stage.id ?? free(/^[a-z]/.test(words) ? words : "stage", (one) => !taken.has(one), "_");
    taken.add(id);
    const { name, kind } = stage;
    const known = keepsChances ? before.find((one) => one.id === id && one.kind === kind) : undefined;
    const share = (open.indexOf(stage) + 1) / (open.length + 1);
    return {
      id,
      name,
      kind,
      probability:
        known?.probability ?? (kind === "open" ? Math.round(100 * share) : kind === "won" ? 100 : 0),
    };
  });
}

function free(wanted: string, isFree: (one: string) => boolean, sign: string): string {
  if (isFree(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    if (isFree(`${wanted}${sign}${number}`)) return `${wanted}${sign}${number}`;
  }
}

/** The Latin words of a name, in lower case and without accents. */
function wordsOf(name: string): string[] {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.match(/[a-z0-9]+/g) ?? [];
}
