import type { Directory } from "@atoll/contract/directories/schemas";
import {
  isSafeUrl,
  type SamlSettings,
  samlPresets,
  samlSettingsSchema,
} from "@atoll/contract/directories/sign-on-schemas";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useToggle } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { ApiError, errorMessage, SpokenError } from "../../../lib/request/api-error.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Toggle } from "../../../ui/field/toggle.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { readSamlMetadata, type SamlState, setSamlSettings, useRefreshDirectories } from "./api.ts";

interface SamlDialogProps {
  directory: Directory;
  state: SamlState;
  onClose: () => void;
}

/** The provider and how its assertions are read. Its metadata fill the first fields. */
export function SamlDialog({ directory, state, onClose }: SamlDialogProps) {
  const refresh = useRefreshDirectories();
  // The version that the fields show: the settings may be fetched again while the dialog is open.
  const [{ version }] = useState(state);
  const form = useForm({
    values: valuesOf(state.settings),
    send: async (values) => {
      read.reset();
      await setSamlSettings(directory, version, settingsOf(values), values.linksAgain)
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.code === "saml_people_linked") setHasLinked(true);
          throw error;
        })
        .finally(() => refresh());
      onClose();
    },
    fallback: "Failed to save",
  });
  const [hasLinked, setHasLinked] = useState(false);
  const [metadata, setMetadata] = useState("");
  const read = useMutation({
    mutationFn: async () => (await readSamlMetadata(directory, sourceOf(metadata))).metadata,
    onSuccess: ({ entityId, signInUrl, certificates }) => {
      form.fill("entityId", entityId);
      form.fill("signInUrl", signInUrl);
      form.fill("certificates", certificates.join("\n"));
    },
  });
  return (
    <FormDialog
      alert={
        (form.failure || read.error) && (
          <InlineAlert tone="error">
            {read.error ? errorMessage(read.error, "Failed to read the metadata") : form.failure?.text}
          </InlineAlert>
        )
      }
      form={form}
      onClose={onClose}
      title={`Settings of ${directory.name}`}
      verb="Save"
      width={560}
    >
      <TextArea
        {...plain}
        help="An address that begins with https://, or the text of the file. It fills the next three fields."
        label="Metadata of the provider"
        onChange={(event) => setMetadata(event.target.value)}
        rows={2}
        value={metadata}
      />
      <Button
        className="self-start"
        disabled={metadata.trim() === ""}
        loading={read.isPending}
        onClick={() => read.mutate()}
        size="sm"
      >
        Read metadata
      </Button>
      <Fields form={form} />
      {hasLinked && <LinksAgain form={form} />}
    </FormDialog>
  );
}

const plain = { autoCapitalize: "none", autoComplete: "off", spellCheck: false } as const;
type Values = ReturnType<typeof valuesOf>;
type DialogForm = ReturnType<typeof useForm<Values>>;

function Fields({ form }: { form: DialogForm }) {
  return (
    <>
      <TextField {...form.field("entityId")} {...plain} label="Entity ID (issuer)" />
      <TextField {...form.field("signInUrl")} {...plain} label="Sign-in address (redirect binding)" />
      <TextArea
        {...form.field("certificates")}
        {...plain}
        help="In PEM. Several, one after the other, while the provider changes its certificate."
        label="Certificates for signatures"
        rows={3}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => fillPreset(form, "entra")} size="sm">
          Attributes as Entra ID has them
        </Button>
        <Button onClick={() => fillPreset(form, "others")} size="sm">
          Short names
        </Button>
      </div>
      <fieldset className="grid min-w-0 gap-3 sm:grid-cols-2">
        <legend className="mb-1.5 font-semibold text-text text-xs">Attributes</legend>
        <TextField
          {...form.field("subjectAttribute")}
          {...plain}
          help="Blank: the NameID."
          label="Identifier that never changes"
        />
        <TextField
          {...form.field("emailAttribute")}
          {...plain}
          help="Blank: the NameID, if it is an address."
          label="Email"
        />
        <TextField {...form.field("nameAttribute")} {...plain} label="Full name" />
        <TextField {...form.field("groupsAttribute")} {...plain} label="Groups" />
      </fieldset>
      <Toggle
        {...useToggle(form, "hasVerifiedEmails")}
        help="The first sign-in then links the account with the address. Switch it on only if people cannot enter any address there."
        label="The provider verifies addresses"
      />
      <Toggle
        {...useToggle(form, "createsPending")}
        help="An administrator approves them, or a group gives a role. Otherwise, people without an account are refused."
        label="Pending accounts for new people"
      />
      <Toggle
        {...useToggle(form, "mayStartAtProvider")}
        help="Lets people open Atoll from the provider’s own page. Someone else could then sign a person in to another account by a link."
        label="Sign-in may start at the provider"
      />
      <Toggle
        {...useToggle(form, "wantsSignedResponse")}
        help="Assertions are always signed. Switch it on if the provider signs both."
        label="The response must be signed, too"
      />
    </>
  );
}

/** Offered once the server has said that people are linked by the former settings. */
function LinksAgain({ form }: { form: DialogForm }) {
  return (
    <Toggle
      {...useToggle(form, "linksAgain")}
      help="Atoll forgets who has signed in. At their next sign-in people are found by their addresses; administrators need a confirmation again. Roles and departments stay until then."
      label="Link people again"
    />
  );
}

function fillPreset(form: DialogForm, kind: keyof typeof samlPresets): void {
  for (const name of attributeNames) form.fill(name, samlPresets[kind][name]);
}

const attributeNames = ["subjectAttribute", "emailAttribute", "nameAttribute", "groupsAttribute"] as const;

/** @throws {SpokenError} for an address that is not safe. */
function sourceOf(text: string): { xml: string } | { url: string } {
  const trimmed = text.trim();
  if (trimmed.startsWith("<")) return { xml: trimmed };
  if (!isSafeUrl(trimmed))
    throw new SpokenError("Enter an address that begins with https://, or paste the metadata.");
  return { url: trimmed };
}

/** The settings as fields: each is a text or a switch. */
function valuesOf(settings: SamlSettings | null) {
  const { certificates, ...rest } = settings ?? unset;
  return { ...rest, certificates: certificates.join("\n"), linksAgain: false };
}

const unset: SamlSettings = {
  ...{ entityId: "", signInUrl: "", certificates: [], ...samlPresets.others },
  ...{
    hasVerifiedEmails: false,
    createsPending: false,
    mayStartAtProvider: false,
    wantsSignedResponse: false,
  },
};

/** @throws {SpokenError} with what is wrong first. */
function settingsOf({ certificates, linksAgain: _, ...rest }: Values): SamlSettings {
  const parts = certificates.split(/(?<=-----END CERTIFICATE-----)/).map((part) => part.trim());
  const parsed = samlSettingsSchema.safeParse({
    ...rest,
    certificates: parts.filter((part) => part !== ""),
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = fieldNames[String(issue?.path[0])] ?? "A setting";
  throw new SpokenError(`${field}: ${issue?.message ?? "this is not valid"}.`);
}

const fieldNames: Readonly<Record<string, string>> = {
  entityId: "Entity ID",
  signInUrl: "Sign-in address",
  certificates: "Certificates",
  subjectAttribute: "Identifier",
  emailAttribute: "Email",
  nameAttribute: "Full name",
  groupsAttribute: "Groups",
};
