import { type ImportResult, importRoutes as routes } from "@atoll/contract/cards/import-routes";
import { maxImportText } from "@atoll/contract/cards/limits";
import type { CardType } from "@atoll/contract/cards/schemas";
import { useState } from "react";
import { z } from "zod";
import { counted } from "../../../lib/counted.ts";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { call } from "../../../lib/server/api-client.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { countBreaking, ScrolledChanges } from "../apis/change-list.tsx";
import { FileText } from "./file-text.tsx";

const schema = z
  .object({
    group: z.string(),
    /** A name that is no choice yet, and becomes one. */
    newGroup: z.string().trim().max(60, "Use at most 60 characters"),
    text: z.string().min(1, "Choose a file, or paste its text").max(maxImportText, "Import at most 5 MB"),
  })
  .refine(({ group, newGroup }) => group !== "" || newGroup !== "", {
    path: ["newGroup"],
    message: "Enter a name",
  })
  .transform(({ group, newGroup, text }) => ({ group: group || newGroup, text }));

const words = {
  openapi: {
    title: "Import an OpenAPI file",
    about: "JSON or YAML. References to other files and addresses are named, and never fetched.",
    accept: ".json,.yaml,.yml",
  },
  ddl: {
    title: "Import a database's tables",
    about: "PostgreSQL's DDL, as pg_dump --schema-only writes it. Columns that look personal are marked.",
    accept: ".sql,.txt",
  },
} as const;

/** Imports a file in two steps: what would change and break first, then the change itself. */
export function ImportFileDialog({
  type,
  format,
  onClose,
}: {
  type: CardType;
  format: keyof typeof words;
  onClose: () => void;
}) {
  const [changeId, setChangeId] = useState(uuidv7);
  // The text that was checked is the one that is imported, whatever is typed while the answer is on its way.
  const [checked, setChecked] = useState<{ sent: { group: string; text: string }; result: ImportResult }>();
  const preview = checked?.result;
  const field = type.fields.find(({ name }) => name === (format === "openapi" ? "service" : "database"));
  const { title, about, accept } = words[format];
  const form = useForm({
    values: { group: field?.options?.[0] ?? "", newGroup: "", text: "" },
    schema,
    async send(values) {
      const sent = checked?.sent ?? values;
      const body = { changeId, ...sent, isDryRun: checked === undefined };
      const result = await call(routes.importFile, { params: { typeId: type.id }, body });
      if (!checked) {
        // Sent again, an import is done once. Another text is another import.
        setChangeId(uuidv7());
        return setChecked({ sent, result });
      }
      notify.success(`${type.name}: ${summaryOf(result, type)}`);
      onClose();
    },
    fallback: "Failed to import",
  });
  const group = useChoice(form, "group");
  const changes = preview && preview.created + preview.changed + preview.gone;
  return (
    <FormDialog
      form={form}
      title={title}
      description={about}
      verb={preview ? "Import" : "Check"}
      isDisabled={changes === 0}
      onBack={preview && (() => setChecked(undefined))}
      onClose={onClose}
    >
      {preview ? (
        <Preview result={preview} type={type} />
      ) : (
        <>
          <Select
            {...group}
            label={field?.label ?? "About"}
            options={[
              ...(field?.options ?? []).map((value) => ({ value, label: value })),
              { value: "", label: "Another one" },
            ]}
          />
          {group.value === "" && (
            <TextField
              {...form.field("newGroup")}
              label={`New ${(field?.label ?? "name").toLowerCase()}`}
              help="It becomes a choice of this section."
              autoComplete="off"
            />
          )}
          <FileText
            field={form.field("text")}
            accept={accept}
            limit={maxImportText}
            onText={(text) => form.fill("text", text)}
          />
        </>
      )}
    </FormDialog>
  );
}

function Preview({ result, type }: { result: ImportResult; type: CardType }) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>{summaryOf(result, type)}</p>
      {result.changes.length > 0 && (
        <section aria-label="What changes">
          <h3 className="mb-1 font-semibold">
            {counted(result.changes.length, "change")}, {countBreaking(result.changes)} breaking
          </h3>
          <ScrolledChanges changes={result.changes} />
        </section>
      )}
      {result.notes.length > 0 && (
        <ul aria-label="Left out" className="flex flex-col gap-1 text-muted text-xs">
          {result.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function summaryOf({ created, changed, gone, same }: ImportResult, { singular, stages }: CardType): string {
  const last = stages.at(-1)?.name ?? "";
  return `${counted(created, `new ${singular}`)}, ${changed} changed, ${gone} to “${last}”, ${same} as before.`;
}
