import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { Card } from "@atoll/contract/cards/schemas";
import { taskTitleSchema } from "@atoll/contract/tasks/schemas";
import { useState } from "react";
import { z } from "zod";
import { useForm } from "../../../lib/form/use-form.ts";
import { call } from "../../../lib/server/api-client.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { notify } from "../../../ui/toast/toast.tsx";

const schema = z.object({ title: taskTitleSchema });

/** Makes a task of the next step of a card, for its owner and with its date. */
export function TaskDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const [id] = useState(uuidv7);
  const step = [card.data.next_step, card.data.next_touch].find((one) => typeof one === "string");
  const form = useForm({
    values: { title: typeof step === "string" ? `${step}: ${card.title}` : card.title },
    schema,
    async send({ title }) {
      await call(routes.createTask, { params: { cardId: card.id }, body: { id, title } });
      notify.success("Task created");
      onClose();
    },
    fallback: "Failed to create the task",
  });
  return (
    <FormDialog
      form={form}
      title="Create a task"
      description="It is assigned to the card's owner, with the card's date."
      verb="Create task"
      onClose={onClose}
    >
      <TextField {...form.field("title")} label="Task" autoComplete="off" />
    </FormDialog>
  );
}
