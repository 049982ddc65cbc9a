import { maxStages } from "@atoll/contract/cards/limits";
import { type SectionSettings, sectionChangeSchema } from "@atoll/contract/cards/settings-schemas";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage, SpokenError } from "../../../lib/request/api-error.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { type NameRow, NameRows } from "./name-rows.tsx";
import { changeSection, useKeepSection } from "./settings-api.ts";
import { stageKinds } from "./settings-words.ts";
import { usePartVersion } from "./use-part-version.ts";

type StageRow = NameRow & { kind: (typeof stageKinds)[number]["value"] };

const stagesOf = ({ stages }: SectionSettings) => stages.map(({ id, name, kind }) => [id, name, kind]);
const rowsOf = ({ stages }: SectionSettings) =>
  stages.map(({ id, name, kind }): StageRow => ({ key: id, was: id, name, kind }));

/** The stages of a section of administrators. A stage with cards in it cannot be removed. */
export function StagesForm({ section }: { section: SectionSettings }) {
  const keep = useKeepSection();
  const seen = usePartVersion(section, stagesOf);
  const [rows, setRows] = useState(() => rowsOf(section));
  const saving = useMutation({
    mutationFn() {
      const stages = rows.map(({ was, name, kind }) => ({
        ...(was !== undefined && { id: was }),
        name,
        kind,
      }));
      const checked = sectionChangeSchema.safeParse({ version: seen.version, stages });
      if (!checked.success) throw new SpokenError(checked.error.issues[0]?.message);
      return changeSection(section.id, checked.data).catch(seen.refused);
    },
    onSuccess(answer) {
      keep(answer);
      seen.saved(answer.section);
      setRows(rowsOf(answer.section));
      notify.success("Stages saved");
    },
  });
  return (
    <form
      noValidate
      aria-label="Stages"
      className="flex flex-col gap-3 border-t pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <h3 className="font-semibold text-sm">Stages</h3>
      {section.stages.length === 1 && (
        <p className="text-muted text-xs">
          With one stage alone, members see no stages: a card is simply there.
        </p>
      )}
      {saving.error && (
        <InlineAlert tone="error">{errorMessage(saving.error, "Failed to save the stages")}</InlineAlert>
      )}
      {seen.isMoved && !saving.error && !saving.isPending && (
        <InlineAlert tone="notice">
          Someone else changed the stages while you were editing. They are now{" "}
          {section.stages.map(({ name }) => name).join(", ")}. What you typed is kept.
        </InlineAlert>
      )}
      <NameRows
        what="Stage"
        rows={rows}
        most={maxStages}
        onChange={setRows}
        make={(row): StageRow => ({ ...row, kind: "open" })}
        renderMore={(row, change) => (
          <Select
            className="w-32 flex-none max-md:flex-1"
            label={`Kind of ${row.name || "the stage"}`}
            hideLabel
            value={row.kind}
            onValueChange={(kind) => change({ ...row, kind })}
            options={stageKinds}
          />
        )}
      />
      <Button className="self-end" type="submit" loading={saving.isPending}>
        Save stages
      </Button>
    </form>
  );
}
