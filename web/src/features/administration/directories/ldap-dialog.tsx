import { type LdapSettings, ldapPresets, ldapSettingsSchema } from "@atoll/contract/directories/ldap-schemas";
import type { Directory } from "@atoll/contract/directories/schemas";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useToggle } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { errorMessage, SpokenError } from "../../../lib/request/api-error.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { PasswordField } from "../../../ui/field/password-field.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Toggle } from "../../../ui/field/toggle.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { type LdapState, setLdapSettings, testLdap, useRefreshDirectories } from "./api.ts";

interface LdapDialogProps {
  directory: Directory;
  state: LdapState;
  onClose: () => void;
}

/** How a directory is read by LDAP, with a test before it is saved. */
export function LdapDialog({ directory, state, onClose }: LdapDialogProps) {
  const refresh = useRefreshDirectories();
  // The version that the fields show: the settings may be fetched again while the dialog is open.
  const [{ version }] = useState(state);
  const form = useForm({
    values: valuesOf(state.settings),
    send: async (values) => {
      await setLdapSettings(directory, version, settingsOf(values), values.password).finally(() => refresh());
      onClose();
    },
    fallback: "Failed to save",
  });
  const test = useMutation({
    mutationFn: async () => {
      const values = form.getValues();
      return testLdap(directory, settingsOf(values), values.password);
    },
  });
  const { failure: _, ...passed } = form;
  return (
    <FormDialog
      alert={
        (form.failure || test.error || test.data) && (
          <InlineAlert tone={!form.failure && test.data?.isRight ? "success" : "error"}>
            {form.failure?.text ??
              (test.error ? errorMessage(test.error, "Failed to test") : test.data?.text)}
          </InlineAlert>
        )
      }
      aside={
        <Button className="mr-auto" loading={test.isPending} onClick={() => test.mutate()}>
          Test
        </Button>
      }
      form={{ ...passed, failure: form.failure }}
      onClose={onClose}
      title={`How ${directory.name} is read`}
      verb="Save"
      width={560}
    >
      <Fields form={form} hasPassword={state.hasPassword} />
    </FormDialog>
  );
}

type Values = ReturnType<typeof valuesOf>;
type DialogForm = ReturnType<typeof useForm<Values>>;

function Fields({ form, hasPassword }: { form: DialogForm; hasPassword: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const plain = { autoCapitalize: "none", autoComplete: "off", spellCheck: false } as const;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => fillPreset(form, "openldap")} size="sm">
          As OpenLDAP has it
        </Button>
        <Button onClick={() => fillPreset(form, "activeDirectory")} size="sm">
          As Active Directory has it
        </Button>
      </div>
      <TextArea
        {...form.field("urls")}
        {...plain}
        help="One in each line, such as ldaps://directory.example.com. The next one is asked when one cannot be reached."
        label="Servers"
        rows={2}
      />
      <Toggle
        {...useToggle(form, "startTls")}
        label="StartTLS"
        help="Encrypts connections to ldap:// addresses."
      />
      <TextArea
        {...form.field("caCertificate")}
        {...plain}
        help="In PEM, if the servers have certificates of your own authority."
        label="Certificate of your authority"
        rows={2}
      />
      <TextField
        {...form.field("bindDn")}
        {...plain}
        help="Reads people and groups, and needs no other right."
        label="Account that reads"
      />
      <PasswordField
        {...form.field("password")}
        autoComplete="off"
        help={hasPassword ? "Leave blank to keep the stored one." : undefined}
        label="Password of this account"
      />
      <TextField
        {...form.field("peopleBase")}
        {...plain}
        help="Such as ou=people,dc=example,dc=com."
        label="Where the people are"
      />
      <TextField {...form.field("peopleFilter")} {...plain} label="Filter of people" />
      <TextField
        {...form.field("groupBase")}
        {...plain}
        help="Leave blank to read no groups."
        label="Where the groups are"
      />
      <TextField {...form.field("groupFilter")} {...plain} label="Filter of groups" />
      <Toggle
        {...useToggle(form, "maySignIn")}
        help="People of the directory then sign in with their password there. Super administrators keep theirs here, too."
        label="Sign in with the directory’s password"
      />
      <TextField
        {...form.field("leaverPercent")}
        help="If more people would leave at once, Atoll asks before it disables them."
        inputMode="numeric"
        label="Most people who may leave at once, in percent"
      />
      <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)} size="sm" variant="ghost">
        {isOpen ? "Hide attributes" : "Show attributes"}
      </Button>
      {isOpen && (
        <fieldset className="grid min-w-0 gap-3 sm:grid-cols-2">
          <legend className="mb-1.5 font-semibold text-text text-xs">Attributes</legend>
          {attributeNames.map(([name, label]) => (
            <TextField {...form.field(`attributes.${name}`)} {...plain} key={name} label={label} />
          ))}
        </fieldset>
      )}
    </>
  );
}

const attributeNames = [
  ["id", "Identifier that never changes"],
  ["userName", "User name"],
  ["name", "Full name"],
  ["email", "Email"],
  ["department", "Department"],
  ["language", "Language"],
  ["groupName", "Name of a group"],
  ["member", "Members of a group"],
] as const;

function fillPreset(form: DialogForm, kind: keyof typeof ldapPresets): void {
  const { peopleFilter, groupFilter, attributes } = ldapPresets[kind];
  form.fill("peopleFilter", peopleFilter);
  form.fill("groupFilter", groupFilter);
  for (const [name] of attributeNames) form.fill(`attributes.${name}`, attributes[name]);
}

/** The settings as fields: each is a text or a switch. */
function valuesOf(settings: LdapSettings | null) {
  const { urls, leaverPercent, ...rest } = settings ?? unset;
  return { ...rest, urls: urls.join("\n"), leaverPercent: String(leaverPercent), password: "" };
}

const { peopleFilter, groupFilter, attributes } = ldapPresets.openldap;
const unset: LdapSettings = {
  ...{ urls: [], startTls: false, caCertificate: "", bindDn: "", peopleBase: "", groupBase: "" },
  ...{ maySignIn: false, leaverPercent: 10, peopleFilter, groupFilter, attributes: { ...attributes } },
};

/** @throws {SpokenError} with what is wrong first. */
function settingsOf({ password: _, urls, leaverPercent, ...rest }: Values): LdapSettings {
  const lines = urls.split("\n").map((line) => line.trim());
  const parsed = ldapSettingsSchema.safeParse({
    ...rest,
    urls: lines.filter((line) => line !== ""),
    leaverPercent: Number(leaverPercent),
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = fieldNames[String(issue?.path[0])] ?? "A setting";
  throw new SpokenError(`${field}: ${issue?.message ?? "this is not valid"}.`);
}

const fieldNames: Readonly<Record<string, string>> = {
  urls: "Servers",
  caCertificate: "Certificate",
  bindDn: "Account that reads",
  peopleBase: "Where the people are",
  peopleFilter: "Filter of people",
  groupBase: "Where the groups are",
  groupFilter: "Filter of groups",
  attributes: "Attributes",
  leaverPercent: "Most people who may leave at once",
};
