import type { Passkey } from "@atoll/contract/identity/passkey-routes";
import { passkeyNameMaxLength } from "@atoll/contract/identity/passkey-schemas";
import { nameSchema } from "@atoll/contract/text/names";
import { useQueryClient } from "@tanstack/react-query";
import { KeyRound, LockKeyhole } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { useForm } from "../../../lib/form/use-form.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { formatAgo } from "../../../lib/time/format-ago.ts";
import { formatDate } from "../../../lib/time/format-date.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { PasswordField } from "../../../ui/field/password-field.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { SettingCard, SettingRow } from "../../../ui/layout/setting-card.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useAddPasskeyForm } from "./add-passkey-form.ts";
import { passkeyKeys, removePasskey, renamePasskey, requirePasskey, usePasskeys } from "./api.ts";
import { arePasskeysHere } from "./device.ts";

interface PasskeysCardProps {
  /** The host name that passkeys work at. Null if the server has no address that browsers accept. */
  site: string | null;
}

type Opened =
  | { act: "add" }
  | { act: "rename"; passkey: Passkey }
  | { act: "remove"; passkey: Passkey }
  | { act: "require"; isRequired: boolean };

/** The viewer's passkeys: add, rename, remove, and whether only they let the viewer in. */
export function PasskeysCard({ site }: PasskeysCardProps) {
  const { data, error, refetch, isFetching } = usePasskeys();
  const { hasPassword } = useViewer();
  const [opened, setOpened] = useState<Opened>();
  const isHere = arePasskeysHere(site);
  const close = () => setOpened(undefined);
  return (
    <SettingCard
      end={
        isHere && (
          <Button onClick={() => setOpened({ act: "add" })} size="sm">
            Add a passkey
          </Button>
        )
      }
      text="Sign in with a fingerprint, a face or the PIN of your device. Nobody can be tricked into giving one away."
      title="Passkeys"
    >
      {data ? (
        <>
          <ul>
            {data.passkeys.map((passkey) => (
              <PasskeyRow
                isOfSite={passkey.site === site}
                key={passkey.id}
                onOpen={setOpened}
                passkey={passkey}
              />
            ))}
          </ul>
          {data.passkeys.length === 0 && (
            <SettingRow icon={KeyRound} text={reasonOf(site, isHere)} title="No passkeys yet" />
          )}
          {(data.isRequired || data.passkeys.some((passkey) => passkey.site === site)) && hasPassword && (
            <SettingRow
              end={
                <Button onClick={() => setOpened({ act: "require", isRequired: !data.isRequired })} size="xs">
                  {data.isRequired ? "Allow my password" : "Require a passkey"}
                </Button>
              }
              icon={LockKeyhole}
              text={
                data.isRequired
                  ? "Your password alone does not let you in. If you lose all your passkeys, an administrator can reset them."
                  : "Your password, with a code if you have set one up, still lets you in."
              }
              title={
                <>
                  Only with a passkey{" "}
                  {data.isRequired ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}
                </>
              }
            />
          )}
        </>
      ) : (
        error && (
          <div className="border-t">
            <LoadState query={{ error, isFetching, refetch }} />
          </div>
        )
      )}
      {opened?.act === "add" && <AddDialog onClose={close} />}
      {opened?.act === "rename" && <RenameDialog onClose={close} passkey={opened.passkey} />}
      {opened?.act === "remove" && <RemoveDialog onClose={close} passkey={opened.passkey} />}
      {opened?.act === "require" && <RequireDialog isRequired={opened.isRequired} onClose={close} />}
    </SettingCard>
  );
}

function reasonOf(site: string | null, isHere: boolean): string {
  if (isHere) return "Your phone, your computer or a security key can hold one.";
  if (site === null || site === "localhost")
    return "Passkeys need the address of this workspace: an administrator sets ATOLL_PUBLIC_URL to it on the server.";
  if (site !== location.hostname) return `Passkeys work at ${site}. Open Atoll there to add one.`;
  return "This browser cannot use passkeys.";
}

interface PasskeyRowProps {
  passkey: Passkey;
  /** It works at the address of today. */
  isOfSite: boolean;
  onOpen: (opened: Opened) => void;
}

function PasskeyRow({ passkey, isOfSite, onOpen }: PasskeyRowProps) {
  const { name, site, createdAt, lastUsedAt, isSynced } = passkey;
  const now = useNow();
  const used = lastUsedAt ? `Last used ${formatAgo(lastUsedAt, now)}` : "Not used yet";
  return (
    <SettingRow
      as="li"
      end={
        <div className="flex items-center gap-1.5">
          <Button
            aria-label={`Rename ${name}`}
            onClick={() => onOpen({ act: "rename", passkey })}
            size="xs"
            variant="ghost"
          >
            Rename
          </Button>
          <Button aria-label={`Remove ${name}`} onClick={() => onOpen({ act: "remove", passkey })} size="xs">
            Remove
          </Button>
        </div>
      }
      icon={KeyRound}
      text={`${used}. Added on ${formatDate(createdAt)}.${isSynced ? " Available on your other devices." : ""}${
        isOfSite ? "" : ` It was made for ${site} and does not work here.`
      }`}
      title={<span className="wrap-anywhere">{name}</span>}
    />
  );
}

function useReload() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: passkeyKeys });
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const viewer = useViewer();
  const { hasPassword } = viewer;
  const reload = useReload();
  const form = useAddPasskeyForm(viewer, () => {
    reload();
    notify.success("Passkey added");
    onClose();
  });
  return (
    <FormDialog
      description="Your browser asks which device or security key is to hold it."
      form={form}
      onClose={onClose}
      title="Add a passkey"
      verb="Continue"
      width={420}
    >
      {hasPassword && <PasswordField {...form.field("currentPassword")} label="Current password" />}
      <TextField
        {...form.field("name")}
        help="So that you recognise it in the list."
        label="Name"
        maxLength={passkeyNameMaxLength}
      />
    </FormDialog>
  );
}

const renameSchema = z.object({ name: nameSchema(passkeyNameMaxLength) });

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const reload = useReload();
  const form = useForm({
    values: { name: passkey.name },
    schema: renameSchema,
    send: async ({ name }) => {
      await renamePasskey(passkey.id, name);
      reload();
      onClose();
    },
    fallback: "Failed to rename the passkey",
  });
  return (
    <FormDialog form={form} onClose={onClose} title="Rename the passkey" verb="Rename" width={420}>
      <TextField {...form.field("name")} label="Name" maxLength={passkeyNameMaxLength} />
    </FormDialog>
  );
}

function RemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { hasPassword } = useViewer();
  const reload = useReload();
  const form = useForm({
    values: { currentPassword: "" },
    send: async ({ currentPassword }) => {
      await removePasskey(passkey.id, currentPassword);
      reload();
      notify.success("Passkey removed");
      onClose();
    },
    fallback: "Failed to remove the passkey",
  });
  return (
    <FormDialog
      description="It does not let you in any more. Delete it on your device as well, so that it is no longer offered there."
      form={form}
      onClose={onClose}
      title={`Remove ${passkey.name}?`}
      tone="danger"
      verb="Remove"
      width={420}
    >
      {hasPassword && <PasswordField {...form.field("currentPassword")} label="Current password" />}
    </FormDialog>
  );
}

function RequireDialog({ isRequired, onClose }: { isRequired: boolean; onClose: () => void }) {
  const { hasPassword } = useViewer();
  const reload = useReload();
  const form = useForm({
    values: { currentPassword: "" },
    send: async ({ currentPassword }) => {
      await requirePasskey(isRequired, currentPassword);
      reload();
      notify.success(isRequired ? "Only a passkey lets you in now" : "Your password lets you in again");
      onClose();
    },
    fallback: "Failed to change how you sign in",
  });
  return (
    <FormDialog
      description={
        isRequired
          ? "Your password alone no longer lets you in, and devices where you signed in with it ask for a passkey. Keep at least two passkeys on different devices."
          : "Your password, with a code if you have set one up, lets you in again."
      }
      form={form}
      onClose={onClose}
      title={isRequired ? "Sign in only with a passkey?" : "Sign in with the password again?"}
      verb={isRequired ? "Require a passkey" : "Allow my password"}
      width={420}
    >
      {hasPassword && <PasswordField {...form.field("currentPassword")} label="Current password" />}
    </FormDialog>
  );
}
