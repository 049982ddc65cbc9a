import { maxStages } from "@atoll/contract/cards/limits";
import { type SectionSettings, sectionChangeSchema } from "@atoll/contract/cards/settings-schemas";
import type { StateTone } from "@atoll/contract/state-tones";
import { useState } from "react";
import { z } from "zod";
import { type NameRow, NameRows } from "../../../capabilities/fields/settings/name-rows.tsx";
import {
  movesOf,
  type Places,
  PlacesForRemoved,
} from "../../../capabilities/fields/settings/places-for-removed.tsx";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { ApiError, SpokenError } from "../../../lib/request/api-error.ts";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { ToneSelect } from "../../../ui/field/tone-select.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { changeSection, useKeepSection, useRefetchSection } from "./settings-api.ts";
import { stageKinds } from "./settings-words.ts";

type StageRow = NameRow & { kind: (typeof stageKinds)[number]["value"]; tone?: StateTone | undefined };

/** As stages look for which no colour was chosen. */
const usualTones = { open: "info", won: "success", lost: "neutral" } as const;

const storedOf = ({ stages, version }: SectionSettings) => ({
  values: {
    stages: stages.map(({ id, name, kind, tone }): StageRow => ({ key: id, was: id, name, kind, tone })),
  },
  version,
});
const schema = z.object({ stages: z.array(z.custom<StageRow>()) });

/** The stages of a section. One with cards in it is removed with a place for them. */
export function StagesForm({ section }: { section: SectionSettings }) {
  const keep = useKeepSection();
  const refetch = useRefetchSection(section);
  const [places, setPlaces] = useState<Places>({});
  const before = section.stages.map(({ id, name }) => ({ was: id, name }));
  const form = useEditForm({
    stored: storedOf(section),
    schema,
    fetchNewest: async () => storedOf(await refetch()),
    async save({ stages }, { version }) {
      const wanted = stages.map(({ was, name, kind, tone }) => ({
        ...(was !== undefined && { id: was }),
        name,
        kind,
        ...(tone && { tone }),
      }));
      const checked = sectionChangeSchema.safeParse({
        version,
        stages: wanted,
        // A stage that is new has no id to move cards to yet.
        stageMoves: movesOf(before, stages, places, ({ was }) => was),
      });
      if (!checked.success) throw new SpokenError(checked.error.issues[0]?.message);
      const answer = await changeSection(section.id, checked.data).catch((error: unknown) => {
        // Names the cards that their rules keep from the other stage.
        const words =
          hasCode(error, "card_not_ready") && error instanceof ApiError && error.fields[0]?.message;
        throw words ? new SpokenError(words) : error;
      });
      keep(answer);
      return storedOf(answer.section);
    },
    onDone: () => notify.success("Stages saved"),
    fallback: "Failed to save the stages",
  });
  const rows = useChoice(form, "stages");
  return (
    <form noValidate aria-label="Stages" className="flex flex-col gap-3 border-t pt-4" onSubmit={form.submit}>
      <h3 className="font-semibold text-sm">Stages</h3>
      {section.stages.length === 1 && (
        <p className="text-muted text-xs">With only one stage, members see no stages.</p>
      )}
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <FormClashes form={form} labels={{ stages: "Stages" }} />
      <NameRows
        what="Stage"
        rows={rows.value}
        most={maxStages}
        onChange={rows.onValueChange}
        make={(row): StageRow => ({ ...row, kind: "open" })}
        renderMore={(row, change) => (
          <>
            <Select
              className="w-32 flex-none max-md:flex-1"
              label={`Kind of ${row.name || "the stage"}`}
              hideLabel
              value={row.kind}
              onValueChange={(kind) => change({ ...row, kind })}
              options={stageKinds}
            />
            <ToneSelect
              of={row.name || "the stage"}
              value={row.tone ?? usualTones[row.kind]}
              onChange={(tone) => change({ ...row, tone })}
            />
          </>
        )}
      />
      <PlacesForRemoved
        before={before.filter(({ was }) => section.stages.some(({ id, count }) => id === was && count > 0))}
        rows={rows.value.filter(({ was }) => was !== undefined)}
        places={places}
        onChange={setPlaces}
      />
      <Button className="self-end" type="submit" loading={form.isSending}>
        Save stages
      </Button>
    </form>
  );
}
