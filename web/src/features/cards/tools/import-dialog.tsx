import { maxSeriesText } from "@atoll/contract/cards/limits";
import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { CardType } from "@atoll/contract/cards/schemas";
import { useState } from "react";
import { z } from "zod";
import { useForm } from "../../../lib/form/use-form.ts";
import { call } from "../../../lib/server/api-client.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { FileText } from "./file-text.tsx";

const schema = z.object({ csv: z.string().trim().min(1, "Paste some lines").max(maxSeriesText) });

/** Imports numbers by day from pasted CSV. */
export function ImportDialog({ type, onClose }: { type: CardType; onClose: () => void }) {
  const [changeId] = useState(uuidv7);
  const form = useForm({
    values: { csv: "" },
    schema,
    async send({ csv }) {
      const { points, unknown } = await call(routes.importSeries, {
        params: { typeId: type.id },
        body: { changeId, csv },
      });
      const left = unknown.length > 0 ? ` No ${type.singular} is called ${unknown.join(", ")}.` : "";
      notify.success(`${points} numbers imported.${left}`);
      onClose();
    },
    fallback: "Failed to import",
  });
  return (
    <FormDialog
      form={form}
      title="Import history"
      description={`Each line names a ${type.singular}, a day and a number. Missing days stay gaps.`}
      verb="Import"
      onClose={onClose}
    >
      <p className="text-muted text-xs">For example: depot software,2026-11-20,7</p>
      <FileText
        field={form.field("csv")}
        accept=".csv,.txt,.tsv"
        limit={maxSeriesText}
        onText={(text) => form.fill("csv", text)}
      />
    </FormDialog>
  );
}
