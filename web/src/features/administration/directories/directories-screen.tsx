import {
  type Directory,
  type DirectoryKind,
  directoryKinds,
  directoryNameSchema,
} from "@atoll/contract/directories/schemas";
import { FolderTree, Plus } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { z } from "zod";
import { counted } from "../../../lib/counted.ts";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { formatAgo } from "../../../lib/time/format-ago.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { SettingCard, SettingRow } from "../../../ui/layout/setting-card.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";
import { createDirectory, isFollowing, scimAddress, useDirectories, useRefreshDirectories } from "./api.ts";
import { DirectoryDetails } from "./directory-details.tsx";

interface NewSecret {
  name: string;
  secret: string;
}

export interface DirectoriesScreenProps {
  /** Whether a secret is shown that leaving would lose. */
  onSecretChange?: (hasSecret: boolean) => void;
  /** Puts the page's buttons in their place. */
  renderActions: (buttons: ReactNode) => ReactNode;
  /** The directory that is looked at. */
  openId: string | undefined;
  onOpen: (id: string | undefined) => void;
  /** The sign-in that was tried at the open directory. */
  trialId?: string | undefined;
  /** Leads to the account of a person in the table of users. */
  renderAccountLink: (email: string) => ReactNode;
}

/** The directories that accounts follow: the list, or one of them. */
export function DirectoriesScreen(props: DirectoriesScreenProps) {
  const { openId, onOpen, onSecretChange } = props;
  const [isAdding, setIsAdding] = useState(false);
  const [made, setMade] = useState<NewSecret>();
  const directories = useDirectories();
  const hasSecret = made !== undefined;
  useEffect(() => onSecretChange?.(hasSecret), [hasSecret, onSecretChange]);
  const open = directories.data?.find(({ id }) => id === openId);
  return (
    <div className="flex flex-col gap-4">
      {props.renderActions(
        <Button icon={Plus} onClick={() => setIsAdding(true)} variant="primary">
          Add directory
        </Button>,
      )}
      {made && <SecretNotice made={made} onDismiss={() => setMade(undefined)} />}
      {open ? (
        <DirectoryDetails
          directory={open}
          onBack={() => onOpen(undefined)}
          onSecret={(secret) => setMade({ name: open.name, secret })}
          renderAccountLink={props.renderAccountLink}
          trialId={props.trialId}
        />
      ) : (
        <DirectoryList
          isGone={openId !== undefined && directories.data !== undefined}
          onAdd={() => setIsAdding(true)}
          onOpen={onOpen}
          query={directories}
        />
      )}
      {isAdding && (
        <NewDirectoryDialog
          onClose={() => setIsAdding(false)}
          onCreated={({ id, name }, secret) => {
            if (secret !== null) setMade({ name, secret });
            onOpen(id);
          }}
        />
      )}
    </div>
  );
}

interface DirectoryListProps {
  query: ReturnType<typeof useDirectories>;
  /** The directory of the address is not there any more. */
  isGone: boolean;
  onAdd: () => void;
  onOpen: (id: string) => void;
}

function DirectoryList({ query, isGone, onAdd, onOpen }: DirectoryListProps) {
  const now = useNow();
  return (
    <>
      {isGone && <InlineAlert tone="info">This directory was removed.</InlineAlert>}
      <SettingCard
        text="Another system knows the people of the company, and their accounts follow it."
        title="Directories"
      >
        {query.data === undefined ? (
          <LoadState failure="Failed to load the directories" query={query}>
            <RowSkeletons label="Loading the directories" mark={16} rowClassName="border-t px-4 py-2" />
          </LoadState>
        ) : query.data.length === 0 ? (
          <EmptyState
            action={
              <Button icon={Plus} onClick={onAdd} size="sm">
                Add directory
              </Button>
            }
            title="Accounts follow no directory"
          />
        ) : (
          <ul aria-label="Directories">
            {query.data.map((directory) => (
              <SettingRow
                as="li"
                end={
                  <Button
                    aria-label={`Open ${directory.name}`}
                    onClick={() => onOpen(directory.id)}
                    size="sm"
                  >
                    Open
                  </Button>
                }
                icon={FolderTree}
                key={directory.id}
                text={describe(directory, now)}
                title={
                  <>
                    {directory.name} <StateLabel directory={directory} />
                  </>
                }
              />
            ))}
          </ul>
        )}
      </SettingCard>
    </>
  );
}

/** Whether accounts follow a directory. */
function StateLabel({ directory }: { directory: Directory }) {
  const text = isFollowing(directory) ? "Making changes" : states[directory.state];
  return <span className="font-regular text-muted text-xs">{text}</span>;
}

const states = { trial: "Not started", on: "On", off: "Off" } as const;

function describe({ people, groupCount, lastAt, lastProblem }: Directory, now: Date): string {
  const parts = [
    counted(people.active, "active person", "active people"),
    counted(groupCount, "group"),
    ...(people.problems > 0 ? [`${counted(people.problems, "person", "people")} cannot follow`] : []),
    lastAt ? `heard ${formatAgo(lastAt, now)}` : "not heard yet",
  ];
  return `${parts.join(", ")}.${lastProblem ? ` ${lastProblem}` : ""}`;
}

/** A secret that was just made, which is shown only now. */
function SecretNotice({ made, onDismiss }: { made: NewSecret; onDismiss: () => void }) {
  return (
    <InlineAlert
      action={
        <Button onClick={() => copyText(made.secret, "Secret copied")} size="sm">
          Copy secret
        </Button>
      }
      onDismiss={onDismiss}
      tone="notice"
    >
      Enter this address and secret at {made.name}. The secret is not shown again. It decides who has an
      account here, so keep it like a password.
      <code className="mt-2 block break-all text-xs">{scimAddress()}</code>
      <code className="mt-1 block break-all text-xs">{made.secret}</code>
    </InlineAlert>
  );
}

interface NewDirectoryDialogProps {
  onClose: () => void;
  onCreated: (directory: Directory, secret: string | null) => void;
}

function NewDirectoryDialog({ onClose, onCreated }: NewDirectoryDialogProps) {
  const refresh = useRefreshDirectories();
  // The same for every attempt, so that a lost answer makes no second directory.
  const [id] = useState(() => uuidv7());
  const form = useForm({
    values: { name: "", kind: "scim" as DirectoryKind },
    schema: z.object({ name: directoryNameSchema, kind: z.enum(directoryKinds) }),
    send: async ({ name, kind }) => {
      const { directory, secret } = await createDirectory({ id, name, kind });
      await refresh();
      onCreated(directory, secret);
      onClose();
    },
    fallback: "Failed to add the directory",
  });
  const kind = useChoice(form, "kind");
  return (
    <FormDialog
      description="No account changes before you have seen what would, and started the directory."
      form={form}
      onClose={onClose}
      title="Add directory"
      verb="Add directory"
    >
      <TextField
        {...form.field("name")}
        autoComplete="off"
        help="Such as “Entra ID”. People see it where it manages their account, and on the button to sign in by SAML."
        label="Name"
      />
      <Select {...kind} help={kindHelps[kind.value]} label="Kind" options={kindOptions} />
    </FormDialog>
  );
}

const kindOptions = [
  { value: "scim", label: "SCIM 2.0" },
  { value: "ldap", label: "LDAP" },
  { value: "saml", label: "SAML 2.0" },
  { value: "oidc", label: "OpenID Connect" },
] as const satisfies readonly { value: DirectoryKind; label: string }[];

const kindHelps = {
  scim: "The directory sends its people to Atoll, as Entra ID and Okta do.",
  ldap: "Atoll reads the directory, such as Active Directory or OpenLDAP.",
  saml: "People sign in there. Its groups give roles and departments.",
  oidc: "The groups of the OpenID provider at which people sign in give roles and departments.",
} as const;
