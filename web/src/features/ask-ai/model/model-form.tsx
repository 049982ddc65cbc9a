import { type ModelSettings, modelChangeSchema } from "@atoll/contract/ask-ai/model-schemas";
import { z } from "zod";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { Button } from "../../../ui/button/button.tsx";
import { PasswordField } from "../../../ui/field/password-field.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Toggle } from "../../../ui/field/toggle.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useSaveModel } from "./api.ts";

const count = z.coerce.number<string>("Enter a number").int("Enter a whole number");
const { shape } = modelChangeSchema;
const fieldsSchema = z
  .object({
    isOn: z.boolean(),
    address: z.string().trim().pipe(shape.address),
    isHostAllowed: z.boolean(),
    key: z.union([z.literal(""), shape.key.unwrap().unwrap()]),
    isKeyRemoved: z.boolean(),
    chatModel: shape.chatModel,
    embeddingModel: shape.embeddingModel,
    contextTokens: count.pipe(shape.contextTokens),
    personDailyAnswers: count.pipe(shape.personDailyAnswers),
    companyDailyAnswers: count.pipe(shape.companyDailyAnswers),
    historyDays: count.pipe(shape.historyDays),
  })
  .refine(({ isOn, address, chatModel }) => !isOn || (address !== "" && chatModel !== ""), {
    path: ["address"],
    message: "Enter an address and a model for answers before you switch it on",
  });

/** How Ask AI reaches its model. */
export function ModelForm({ settings }: { settings: ModelSettings }) {
  const { save, refetch } = useSaveModel();
  const form = useEditForm({
    stored: storedOf(settings),
    schema: fieldsSchema,
    async fetchNewest() {
      await refetch();
      return undefined;
    },
    async save({ key, isKeyRemoved, ...fields }, { version }) {
      const newKey = isKeyRemoved ? { key: null } : key === "" ? {} : { key };
      const saved = await save({ ...fields, ...newKey, version });
      const isKeyForgotten = settings.hasKey && !saved.hasKey && !isKeyRemoved;
      notify.success(isKeyForgotten ? "Saved. Enter the key for the new server" : "Ask AI saved");
      return storedOf(saved);
    },
    fallback: "Failed to save the language model",
  });
  return (
    <Card title="Language model">
      <form className="flex flex-col gap-4" noValidate onSubmit={form.submit}>
        <p className="text-muted">
          Ask AI finds passages without a model. With one, it writes answers over them. Atoll sends the
          question and the passages that its asker may read to this server. Nothing else is sent unless you
          set a model for vectors.
        </p>
        {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
        <FormClashes form={form} labels={labels} />
        <Toggle
          {...form.field("isOn")}
          label="Write answers"
          help="For the whole company. Off: people get passages only."
        />
        <TextField
          {...form.field("address")}
          help="A server with an OpenAI-compatible API, such as Ollama, vLLM, llama.cpp, LM Studio or a hosted one."
          inputMode="url"
          label="Address"
          placeholder="https://models.example.com/v1"
          spellCheck={false}
        />
        <Toggle
          {...form.field("isHostAllowed")}
          label="This server is in our own network"
          help="Allows a private address, this machine, and http. Only for a server that you run."
        />
        <PasswordField
          {...form.field("key")}
          autoComplete="off"
          help={
            settings.hasKey
              ? "A key is stored, encrypted. Leave blank to keep it. It is forgotten when the address leads to another server."
              : "Stored encrypted and never shown again. Leave blank if the server asks for none."
          }
          label="Key"
        />
        {settings.hasKey && <Toggle {...form.field("isKeyRemoved")} label="Remove the stored key" />}
        <div className="grid gap-4 md:grid-cols-2">
          <TextField
            {...form.field("chatModel")}
            help="As the server lists it."
            label="Model for answers"
            spellCheck={false}
          />
          <TextField
            {...form.field("embeddingModel")}
            help="Optional. Finds passages that say it in other words. Atoll sends every text that can be found to this server, private messages too."
            label="Model for vectors"
            spellCheck={false}
          />
          <TextField
            {...form.field("contextTokens")}
            help="In tokens, as the server is set up. Longer prompts get fewer passages."
            inputMode="numeric"
            label="Context length"
          />
          <TextField
            {...form.field("historyDays")}
            help="Counted from the last question. People can delete their own questions at any time."
            inputMode="numeric"
            label="Days that questions are kept"
          />
          <TextField
            {...form.field("personDailyAnswers")}
            inputMode="numeric"
            label="Answers per person and day"
          />
          <TextField
            {...form.field("companyDailyAnswers")}
            inputMode="numeric"
            label="Answers per day for the whole company"
          />
        </div>
        <div>
          <Button loading={form.isSending} type="submit" variant="primary">
            Save language model
          </Button>
        </div>
      </form>
    </Card>
  );
}

const storedOf = ({ hasKey: _hasKey, version, ...settings }: ModelSettings) => ({
  values: {
    ...settings,
    contextTokens: String(settings.contextTokens),
    personDailyAnswers: String(settings.personDailyAnswers),
    companyDailyAnswers: String(settings.companyDailyAnswers),
    historyDays: String(settings.historyDays),
    key: "",
    isKeyRemoved: false,
  },
  version,
});

const labels = {
  isOn: "Write answers",
  address: "Address",
  isHostAllowed: "This server is in our own network",
  chatModel: "Model for answers",
  embeddingModel: "Model for vectors",
  contextTokens: "Context length",
  historyDays: "Days that questions are kept",
  personDailyAnswers: "Answers per person and day",
  companyDailyAnswers: "Answers per day for the whole company",
};
