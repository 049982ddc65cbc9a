import { type ImportField, importFields } from "@atoll/contract/administration/import-fields";
import type { ImportColumn } from "@atoll/contract/administration/import-routes";
import { ArrowRight } from "lucide-react";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { fieldWords } from "./field-words.ts";

export interface MapColumnsProps {
  columns: readonly ImportColumn[];
  /** Why they are not clear yet; empty when they are. */
  problem: string;
  isBusy: boolean;
  onMap: (fields: ImportField[]) => void;
}

const options = importFields.map((value) => ({ value, label: fieldWords[value] }));

/** The field of each column of the file, recognised from its heading and adjustable by hand. */
export function MapColumns({ columns, problem, isBusy, onMap }: MapColumnsProps) {
  const form = useForm({
    values: { fields: columns.map(({ field }) => field) },
    send: ({ fields }) => onMap(fields),
  });
  const { value: fields, onValueChange: setFields } = useChoice(form, "fields");
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
      {problem && (
        <InlineAlert tone="notice">
          {problem} Choose what each column holds: a name, or a first and a last name, and an email are
          needed. Without passwords, Atoll generates them.
        </InlineAlert>
      )}
      <Card className="max-w-[768px]" flush title="Columns of the file">
        <ul aria-label="Columns of the file" className="border-t">
          {columns.map(({ position, heading, sample }) => (
            <li
              key={position}
              className="grid grid-cols-[minmax(0,1fr)_16px_minmax(0,200px)] items-center gap-3 border-b px-4 py-2 last:border-b-0"
            >
              <span className="min-w-0">
                <span className="block break-words font-mono text-xs">{heading}</span>
                {sample && <span className="block truncate text-faint text-xs">{sample}</span>}
              </span>
              <ArrowRight aria-hidden="true" className="size-4 text-faint" />
              <Select
                hideLabel
                label={`Field for ${heading}`}
                onValueChange={(field) =>
                  setFields(fields.map((one, at) => (at === position - 1 ? field : one)))
                }
                options={options}
                value={fields[position - 1] ?? "none"}
              />
            </li>
          ))}
        </ul>
      </Card>
      <div className="sticky bottom-0 z-1 -mx-4 flex justify-end border-t bg-surface px-4 py-3 md:-mx-6 md:px-6">
        <Button loading={isBusy} type="submit" variant="primary">
          Check rows
        </Button>
      </div>
    </form>
  );
}
