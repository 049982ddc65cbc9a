import { type SectionOptions, sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import type { TypeRow } from "../public.ts";

/** The stages that reports of other systems go to. */
const reported: Readonly<Record<NonNullable<SectionOptions["hooks"]>, readonly string[]>> = {
  deployments: ["requested", "live", "failing", "replaced", "canceled"],
  runs: ["running", "waiting", "passed", "failed", "canceled"],
  alerts: ["firing", "acknowledged", "no_data", "resolved"],
};

/** The stages that rules and reports of a section need: they can be renamed, and not removed. */
export function ruledStages(type: Pick<TypeRow, "options">): ReadonlySet<string> {
  const { needs, moves, hooks, templateStage, sequenceStage } = sectionOptionsSchema.parse(type.options);
  const named = needs.flatMap(({ stage, is, value, otherwise }) => [
    stage,
    otherwise,
    is === "no_freeze" ? value : undefined,
  ]);
  const all = [...named, ...moves.map(({ stage }) => stage), templateStage, sequenceStage];
  return new Set([...all.filter((one) => one !== undefined), ...(hooks ? reported[hooks] : [])]);
}

/** The options of a field that rules and figures need: they can be renamed, and not removed. */
export function ruledOptions(type: Pick<TypeRow, "options">, field: string): ReadonlySet<string> {
  const { needs, moves, production } = sectionOptionsSchema.parse(type.options);
  return new Set([
    ...needs.filter((need) => need.field === field && need.is === "equal").map(({ value }) => value),
    ...moves.filter((move) => move.field === field).map(({ value }) => value),
    ...(field === environmentField && production !== undefined ? [production] : []),
  ]);
}

const environmentField = "environment";

/** The options of a section with new names for options of a field. */
export function withRenamedOptions(
  options: TypeRow["options"],
  field: string,
  renames: Readonly<Record<string, string>>,
): TypeRow["options"] {
  const renamed = <Rule extends { field: string; value?: string | undefined }>(rule: Rule): Rule =>
    rule.field === field && rule.value !== undefined && renames[rule.value] !== undefined
      ? { ...rule, value: renames[rule.value] }
      : rule;
  const { needs, moves, production } = options;
  return {
    ...options,
    ...(needs && { needs: needs.map((need) => (need.is === "equal" ? renamed(need) : need)) }),
    ...(moves && { moves: moves.map(renamed) }),
    ...(production !== undefined &&
      field === environmentField && { production: renames[production] ?? production }),
  };
}

/** The options of a section without removed stages where they only name them. */
export function withoutStages(options: TypeRow["options"], removed: readonly string[]): TypeRow["options"] {
  if (!options.headline) return options;
  const stages = options.headline.stages.filter((stage) => !removed.includes(stage));
  return { ...options, headline: { ...options.headline, stages } };
}
