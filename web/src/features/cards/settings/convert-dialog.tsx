import { type CardField, cardFieldKinds } from "@atoll/contract/cards/field-schemas";
import {
  type ConversionCheck,
  conversionSchema,
  type SectionSettings,
} from "@atoll/contract/cards/settings-schemas";
import { useState } from "react";
import { z } from "zod";
import { fieldKindNames, linesOf } from "../../../capabilities/fields/field-words.ts";
import { counted } from "../../../lib/counted.ts";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { formatNumber } from "../../../lib/format-number.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { checkConversion, convertField, useKeepSection } from "./settings-api.ts";
import { fieldKindOptions } from "./settings-words.ts";

const schema = z
  .object({ kind: z.enum(cardFieldKinds), options: z.string(), currency: z.string() })
  .transform(({ kind, options, currency }, context) => {
    const wanted = conversionSchema.safeParse({
      kind,
      currency: currency.trim().toUpperCase() || "EUR",
      ...(kind === "choice" && { options: linesOf(options) }),
    });
    if (wanted.success) return wanted.data;
    for (const { path, message } of wanted.error.issues) context.addIssue({ code: "custom", path, message });
    return z.NEVER;
  });
type Wanted = z.output<typeof schema>;

interface Tried {
  wanted: Wanted;
  check: ConversionCheck;
  version: number;
}

/** Changes the type of a field: first tried on all cards without changing one, then done. */
export function ConvertDialog({
  section,
  field,
  onClose,
}: {
  section: SectionSettings;
  field: CardField;
  onClose: () => void;
}) {
  const keep = useKeepSection();
  const [tried, setTried] = useState<Tried>();
  const form = useForm({
    values: {
      kind: fieldKindOptions.find(({ value }) => value !== field.kind)?.value ?? "number",
      options: (field.options ?? []).join("\n"),
      currency: "EUR",
    },
    schema,
    async send(wanted) {
      if (tried) return convert(tried);
      setTried({ wanted, ...(await checkConversion(section.id, field.name, wanted)) });
    },
    fallback: tried ? "Failed to change the type" : "Failed to try the change",
  });
  const kind = useChoice(form, "kind");
  async function convert({ wanted, version }: Tried) {
    try {
      keep(await convertField(section.id, field.name, { version, ...wanted }));
    } catch (error) {
      // The outcome may be another one now.
      setTried(undefined);
      throw error;
    }
    notify.success(`${field.label} is now of the type ${fieldKindNames[wanted.kind]}`);
    onClose();
  }
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Change the type of ${field.label}`}
      description={`It is of the type ${fieldKindNames[field.kind]}. Trying changes nothing.`}
      width={520}
      verb={tried ? "Change type" : "Try it"}
    >
      {tried ? (
        <>
          <p className="text-sm">
            New type: <strong className="font-semibold">{fieldKindNames[tried.wanted.kind]}</strong>{" "}
            <Button size="sm" variant="ghost" onClick={() => setTried(undefined)}>
              Choose another
            </Button>
          </p>
          <Outcome check={tried.check} />
        </>
      ) : (
        <>
          <Select
            {...kind}
            label="New type"
            options={fieldKindOptions.filter(({ value }) => value !== field.kind || value === "choice")}
          />
          {kind.value === "choice" && (
            <TextArea {...form.field("options")} label="Options" help="One per line" rows={4} grows />
          )}
          {kind.value === "money" && (
            <TextField
              {...form.field("currency")}
              label="Currency of amounts without one"
              maxLength={3}
              autoComplete="off"
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

function Outcome({ check }: { check: ConversionCheck }) {
  const { filled, converts, fails, returns, examples } = check;
  return (
    <div aria-live="polite" className="flex flex-col gap-3 text-sm">
      <p>
        {filled === 0
          ? "No card has a value in this field."
          : `${formatNumber(converts)} of ${counted(filled, "value")} convert.`}
        {returns > 0 && ` ${counted(returns, "earlier value")} would come back.`}
      </p>
      {fails > 0 && (
        <InlineAlert tone="notice">
          {counted(fails, "value")} cannot be converted. Nothing is lost: each stays on its card as “Earlier
          value” until someone clears it, and is restored if you change the type back.
        </InlineAlert>
      )}
      {examples && examples.length > 0 && (
        <table className="w-full table-fixed text-left text-sm">
          <caption className="sr-only">Values that would not convert</caption>
          <thead className="text-muted text-xs">
            <tr>
              <th scope="col" className="py-1 font-medium">
                Card
              </th>
              <th scope="col" className="py-1 font-medium">
                Value
              </th>
            </tr>
          </thead>
          <tbody className="divide-y border-y">
            {examples.map(({ title, value }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and titles are not unique.
              <tr key={at}>
                <td className="truncate py-1.5 pr-3">{title}</td>
                <td className="truncate py-1.5">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {fails > 0 && examples === null && (
        <p className="text-muted text-xs">Only members of the department see which cards these are.</p>
      )}
    </div>
  );
}
