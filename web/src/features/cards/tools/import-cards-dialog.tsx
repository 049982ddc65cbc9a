import { maxCardsCsv, maxImportedCards } from "@atoll/contract/cards/limits";
import { cardRoutes } from "@atoll/contract/cards/routes";
import type { CardType } from "@atoll/contract/cards/schemas";
import { type CardImport, sectionRoutes as routes } from "@atoll/contract/cards/section-routes";
import type { DecimalMark } from "@atoll/contract/text/numbers";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { offerUndo } from "../../../capabilities/changes/offer-undo.ts";
import { counted } from "../../../lib/counted.ts";
import { chosenDecimalMark } from "../../../lib/decimal-mark.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { formatNumber } from "../../../lib/format-number.ts";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { hasStages } from "../data/words.ts";
import { FileText } from "./file-text.tsx";

const schema = z.object({
  csv: z
    .string()
    .trim()
    .min(1, "Choose a file, or paste its text")
    .max(maxCardsCsv, "Import at most 200,000 characters at once"),
});

/** How a file is read: what its numbers mean, and whether rows are added whose names are in the section already. */
interface Reading {
  decimalMark: DecimalMark;
  repeats: "add" | "leave-out";
}

/** Adds cards from a table in two steps: what would be added and left out first, then the cards. */
export function ImportCardsDialog({ type, onClose }: { type: CardType; onClose: () => void }) {
  const [changeId, setChangeId] = useState(uuidv7);
  // The text that was checked is the one that is imported, whatever is typed while the answer is on its way.
  const [checked, setChecked] = useState<{ csv: string; result: CardImport }>();
  // The same file twice adds its cards once, unless its person wants them twice.
  const [reading, setReading] = useState<Reading>(() => ({
    decimalMark: chosenDecimalMark(),
    repeats: "leave-out",
  }));
  const send = (csv: string, isDryRun: boolean, how: Reading) =>
    call(routes.importCards, { params: { typeId: type.id }, body: { changeId, csv, isDryRun, ...how } });
  const form = useForm({
    values: { csv: "" },
    schema,
    async send({ csv }) {
      if (!checked) {
        const result = await send(csv, true, reading);
        // Sent again, an import is done once. Another text is another import.
        setChangeId(uuidv7());
        return setChecked({ csv, result });
      }
      const result = await send(checked.csv, false, reading);
      offerUndo("card-import", `${counted(result.created, type.singular)} added`, () =>
        call(cardRoutes.undoChange, { params: { changeId } }),
      );
      onClose();
    },
    fallback: "Failed to import",
  });
  /** Reads the same text in another way. */
  const read = useMutation({
    mutationFn: async ({ csv, how }: { csv: string; how: Reading }) => ({
      csv,
      result: await send(csv, true, how),
    }),
  });
  const readAs = (part: Partial<Reading>) => {
    const how = { ...reading, ...part };
    setReading(how);
    // Only the answer to the last choice is shown, and none after "Back".
    if (checked) read.mutate({ csv: checked.csv, how }, { onSuccess: setChecked });
  };
  function goBack(): void {
    read.reset();
    setChecked(undefined);
  }
  const names = ["Name", ...(hasStages(type) ? ["Stage"] : []), "Owner", type.options.dueLabel, "Notes"];
  const fields = type.fields.map(({ label }) => label);
  return (
    <FormDialog
      form={form}
      title={`Import into ${type.name}`}
      description={`A header row, then one row for each ${type.singular}, ${maxImportedCards} at most. An import only adds cards.`}
      width={560}
      verb={checked ? `Add ${counted(checked.result.created, type.singular)}` : "Check"}
      isDisabled={checked !== undefined && (checked.result.created === 0 || read.isPending || read.isError)}
      onBack={checked && goBack}
      onClose={onClose}
    >
      {checked ? (
        <>
          <Outcome result={checked.result} type={type} />
          <Repeats
            result={checked.result}
            type={type}
            how={reading.repeats}
            onHow={(repeats) => readAs({ repeats })}
          />
          <Numbers
            found={checked.result.ambiguous}
            mark={reading.decimalMark}
            onMark={(decimalMark) => readAs({ decimalMark })}
          />
          {read.error && (
            <InlineAlert tone="error">{errorMessage(read.error, "Failed to read the file")}</InlineAlert>
          )}
        </>
      ) : (
        <>
          <p className="text-muted text-xs">
            Columns: {[...names, ...fields].join(", ")}. Name people by their email address or full name.
          </p>
          <FileText
            field={form.field("csv")}
            accept=".csv,.txt,.tsv"
            limit={maxCardsCsv}
            onText={(text) => form.fill("csv", text)}
          />
        </>
      )}
    </FormDialog>
  );
}

interface RepeatsProps {
  result: CardImport;
  type: CardType;
  how: Reading["repeats"];
  onHow: (how: Reading["repeats"]) => void;
}

/** Rows with the name of a card that is in the section already, as when a file is imported twice. */
function Repeats({ result: { repeated, repeatedNames }, type, how, onHow }: RepeatsProps) {
  if (repeated === 0) return null;
  const shown = repeatedNames.slice(0, 3).map((name) => `“${name}”`);
  const more = repeatedNames.length > shown.length ? " and others" : "";
  return (
    <InlineAlert tone="notice">
      <p className="mb-2">
        {counted(repeated, "row")} {repeated === 1 ? "has" : "have"} the name of a card that is in {type.name}{" "}
        already: {shown.join(", ")}
        {more}.
      </p>
      <Checkbox
        label={repeated === 1 ? "Add this row as well" : "Add these rows as well"}
        checked={how === "add"}
        onChange={(event) => onHow(event.target.checked ? "add" : "leave-out")}
      />
    </InlineAlert>
  );
}

/** Numbers that are read differently by people who write decimals with the other mark: which of the two is meant. */
function Numbers({
  found,
  mark,
  onMark,
}: {
  found: CardImport["ambiguous"];
  mark: DecimalMark;
  onMark: (mark: DecimalMark) => void;
}) {
  if (found.length === 0) return null;
  return (
    <InlineAlert tone="notice">
      <p className="font-medium">These numbers could mean two things. They are read like this:</p>
      <ul className="my-2 flex flex-col gap-1">
        {found.map(({ row, column, text, value }) => (
          <li key={`${row} ${column}`}>
            Row {row}, {column}: “{text}” is {formatNumber(value)}
          </li>
        ))}
      </ul>
      <Select
        label="Number format of the file"
        value={mark}
        onValueChange={onMark}
        options={[
          { value: ".", label: "1,234.56" },
          { value: ",", label: "1.234,56" },
        ]}
      />
    </InlineAlert>
  );
}

function Outcome({ result, type }: { result: CardImport; type: CardType }) {
  const { created, leftOut, problems, unknown, unknownPeople } = result;
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
      {unknownPeople.length > 0 && (
        <p>
          No colleague who can read this section, or more than one, has the name {unknownPeople.join(", ")}:
          these cells stay empty. Use email addresses to be exact.
        </p>
      )}
      {unknown.length > 0 && (
        <p className="text-muted text-xs">
          There is no field with the name {unknown.join(", ")}: these columns are not read.
        </p>
      )}
    </div>
  );
}
