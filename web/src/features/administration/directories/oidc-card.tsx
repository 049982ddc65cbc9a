import type { Directory } from "@atoll/contract/directories/schemas";
import { oidcSettingsSchema } from "@atoll/contract/directories/sign-on-schemas";
import { Link2, Tag } from "lucide-react";
import { useState } from "react";
import { useForm } from "../../../lib/form/use-form.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { SettingCard, SettingRow } from "../../../ui/layout/setting-card.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";
import { type OidcState, setOidcSettings, useOidcSettings, useRefreshDirectories } from "./api.ts";

/** The claim of the OpenID provider that names groups, and the address for its logout. */
export function OidcCard({ directory }: { directory: Directory }) {
  const query = useOidcSettings(directory.id);
  const [isOpen, setIsOpen] = useState(false);
  const state = query.data;
  return (
    <SettingCard
      end={
        <Button disabled={!state} onClick={() => setIsOpen(true)} size="sm">
          Settings
        </Button>
      }
      text="The groups in the provider’s tokens give roles and departments when people sign in."
      title="OpenID Connect"
    >
      {state ? (
        <>
          {state.provider === null && (
            <InlineAlert className="mx-4 mb-3 md:mx-5" tone="notice">
              This server has no OpenID provider. Its operator sets ATOLL_OIDC_ISSUER.
            </InlineAlert>
          )}
          <SettingRow
            icon={Tag}
            text={state.provider?.issuer ?? "No provider"}
            title={state.settings ? `Groups are in the claim ${state.settings.groupClaim}` : "Nothing is set"}
          />
          {state.provider && <LogoutRow url={state.provider.logoutUrl} />}
        </>
      ) : (
        <LoadState failure="Failed to load the settings" query={query}>
          <RowSkeletons label="Loading the settings" mark={16} rowClassName="border-t px-4 py-2" />
        </LoadState>
      )}
      {isOpen && state && <OidcDialog directory={directory} onClose={() => setIsOpen(false)} state={state} />}
    </SettingCard>
  );
}

function LogoutRow({ url }: { url: string }) {
  return (
    <SettingRow
      end={
        <Button onClick={() => copyText(url, "Address copied")} size="sm">
          Copy address
        </Button>
      }
      icon={Link2}
      text={url}
      title="Address for back-channel logout"
    />
  );
}

interface OidcDialogProps {
  directory: Directory;
  state: OidcState;
  onClose: () => void;
}

function OidcDialog({ directory, state, onClose }: OidcDialogProps) {
  const refresh = useRefreshDirectories();
  // The version that the fields show: the settings may be fetched again while the dialog is open.
  const [{ version }] = useState(state);
  const form = useForm({
    values: state.settings ?? { groupClaim: "groups" },
    schema: oidcSettingsSchema,
    send: async (values) => {
      await setOidcSettings(directory, version, values).finally(() => refresh());
      onClose();
    },
    fallback: "Failed to save",
  });
  return (
    <FormDialog form={form} onClose={onClose} title={`Groups of ${directory.name}`} verb="Save">
      <TextField
        {...form.field("groupClaim")}
        autoCapitalize="none"
        autoComplete="off"
        help="In the ID token or the userinfo response, such as groups or roles."
        label="Claim with the groups"
        spellCheck={false}
      />
    </FormDialog>
  );
}
