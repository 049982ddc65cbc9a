import { maxCardsCsv, maxImportedCards } from "@atoll/contract/cards/limits";
import type { CardType } from "@atoll/contract/cards/schemas";
import { type CardImport, sectionRoutes as routes } from "@atoll/contract/cards/section-routes";
import { useState } from "react";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { call } from "../../../lib/server/api-client.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { counted, hasStages } from "../data/words.ts";

const schema = z.object({
  csv: z
    .string()
    .trim()
    .min(1, "Choose a file, or paste its text")
    .max(maxCardsCsv, "Import at most 200,000 characters at once"),
});

/** Adds cards from a table in two steps: what would be added and left out first, then the cards. */
export function ImportCardsDialog({ type, onClose }: { type: CardType; onClose: () => void }) {
  const [changeId] = useState(uuidv7);
  const [checked, setChecked] = useState<CardImport>();
  const form = useForm({
    values: { csv: "" },
    schema,
    async send({ csv }) {
      const body = { changeId, csv, isDryRun: checked === undefined };
      const result = await call(routes.importCards, { params: { typeId: type.id }, body });
      if (!checked) return setChecked(result);
      notify.success(`${counted(result.created, type.singular)} added`);
      onClose();
    },
    fallback: "Failed to import",
  });
  const csv = useChoice(form, "csv");
  const names = ["Name", ...(hasStages(type) ? ["Stage"] : []), type.options.dueLabel, "Notes"];
  const fields = type.fields.filter(({ kind }) => kind !== "person").map(({ label }) => label);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Import into ${type.name}`}
      description={`A row of names, then one row for each ${type.singular}, ${maxImportedCards} at most. An import adds cards and changes none.`}
      width={560}
      onSubmit={form.submit}
      footer={
        <>
          <Button variant="ghost" onClick={checked ? () => setChecked(undefined) : onClose}>
            {checked ? "Back" : "Cancel"}
          </Button>
          <Button
            type="submit"
            variant="primary"
            loading={form.isSending}
            disabled={checked !== undefined && checked.created === 0}
          >
            {checked ? `Add ${counted(checked.created, type.singular)}` : "Check"}
          </Button>
        </>
      }
    >
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      {checked ? (
        <Outcome result={checked} type={type} />
      ) : (
        <>
          <p className="text-muted text-xs">Columns: {[...names, ...fields].join(", ")}</p>
          <label className="flex flex-col gap-1 text-sm">
            <span className="font-semibold">File</span>
            <input
              type="file"
              accept=".csv,.txt,.tsv"
              className="text-xs file:mr-3 file:rounded-md file:border file:bg-surface-raised file:px-3 file:py-1.5 file:font-semibold"
              onChange={({ target }) => void target.files?.[0]?.text().then(csv.onValueChange)}
            />
          </label>
          <TextArea {...form.field("csv")} label="Text" rows={8} spellCheck={false} className="font-mono" />
        </>
      )}
    </Dialog>
  );
}

function Outcome({ result, type }: { result: CardImport; type: CardType }) {
  const { created, leftOut, problems, unknown } = result;
  return (
    <div aria-live="polite" className="flex flex-col gap-3 text-sm">
      <p>
        {counted(created, type.singular)} would be added
        {leftOut > 0 ? `, ${counted(leftOut, "row")} left out.` : "."}
      </p>
      {problems.length > 0 && (
        <ul aria-label="Rows left out" className="flex flex-col gap-1">
          {problems.map(({ row, message }) => (
            <li key={row}>
              Row {row}: {message}
            </li>
          ))}
        </ul>
      )}
      {unknown.length > 0 && (
        <p className="text-muted text-xs">
          No field is called {unknown.join(", ")}: these columns are not read.
        </p>
      )}
    </div>
  );
}
