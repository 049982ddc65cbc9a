import type { Directory } from "@atoll/contract/directories/schemas";
import type { SamlServer, SamlTrial } from "@atoll/contract/directories/sign-on-schemas";
import { useMutation } from "@tanstack/react-query";
import { KeyRound, Link2, LogIn } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { Button } from "../../../ui/button/button.tsx";
import { SettingCard, SettingRow } from "../../../ui/layout/setting-card.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { ActDialog } from "./act-dialog.tsx";
import { renewSamlKey, startSamlTrial, useSamlSettings, useSamlTrial } from "./api.ts";
import { SamlDialog } from "./saml-dialog.tsx";

interface SamlCardProps {
  directory: Directory;
  /** The sign-in that was tried. */
  trialId: string | undefined;
}

/** The SAML provider: its settings, what it needs to know of this server, and trying a sign-in. */
export function SamlCard({ directory, trialId }: SamlCardProps) {
  const query = useSamlSettings(directory.id);
  const [act, setAct] = useState<"settings" | "key">();
  const trial = useMutation({
    mutationFn: () => startSamlTrial(directory),
    onSuccess: ({ location: address }) => location.assign(address),
    onError: (error) => notify.error(errorMessage(error, "Failed to try a sign-in")),
  });
  const state = query.data;
  const isSet = state?.settings !== null && state?.server !== null;
  return (
    <SettingCard
      end={
        <span className="flex flex-wrap gap-2">
          <Button
            disabled={!state || !isSet}
            loading={trial.isPending}
            onClick={() => trial.mutate()}
            size="sm"
          >
            Try a sign-in
          </Button>
          <Button disabled={!state} onClick={() => setAct("settings")} size="sm">
            Settings
          </Button>
        </span>
      }
      text="People sign in at the company’s identity provider. Trying a sign-in changes nothing."
      title="SAML 2.0"
    >
      {trialId && <TrialOutcome directory={directory} trialId={trialId} />}
      {state ? (
        <>
          <SettingRow
            icon={LogIn}
            text={state.settings ? state.settings.signInUrl : "Enter what the provider says about itself."}
            title={state.settings ? state.settings.entityId : "Nothing is set"}
          />
          {state.server ? (
            <ServerRows onRenew={() => setAct("key")} server={state.server} />
          ) : (
            <InlineAlert className="mx-4 mb-3 md:mx-5" tone="notice">
              This server does not know its own address. Its operator sets ATOLL_PUBLIC_URL.
            </InlineAlert>
          )}
        </>
      ) : (
        <LoadState failure="Failed to load the settings" query={query}>
          <RowSkeletons label="Loading the settings" mark={16} rowClassName="border-t px-4 py-2" />
        </LoadState>
      )}
      {act === "settings" && state && (
        <SamlDialog directory={directory} onClose={() => setAct(undefined)} state={state} />
      )}
      {act === "key" && (
        <ActDialog
          act={() => renewSamlKey(directory)}
          done="There is a new certificate"
          failure="Failed to make a new certificate"
          onClose={() => setAct(undefined)}
          title="New certificate"
          tone="primary"
          verb="Make a new certificate"
        >
          The metadata have the new certificate immediately. Assertions encrypted for the two before it are
          still accepted, so let the provider read the metadata before you make more.
        </ActDialog>
      )}
    </SettingCard>
  );
}

function ServerRows({ server, onRenew }: { server: SamlServer; onRenew: () => void }) {
  const rows = [
    ["Entity ID and metadata of Atoll", server.metadataUrl],
    ["Address for responses (ACS)", server.answerUrl],
  ] as const;
  return (
    <>
      {rows.map(([title, address]) => (
        <SettingRow
          end={
            <Button
              aria-label={`Copy ${title}`}
              onClick={() => copyText(address, "Address copied")}
              size="sm"
            >
              Copy
            </Button>
          }
          icon={Link2}
          key={title}
          text={address}
          title={title}
        />
      ))}
      <SettingRow
        end={
          <Button onClick={onRenew} size="sm">
            New certificate
          </Button>
        }
        icon={KeyRound}
        text={`In the metadata, until ${server.certificateEndsAt.slice(0, 10)}.`}
        title="Certificate for encrypted assertions"
      />
    </>
  );
}

/** The outcome of a sign-in that was tried. */
function TrialOutcome({ directory, trialId }: { directory: Directory; trialId: string }) {
  const query = useSamlTrial(directory.id, trialId);
  const trial = query.data;
  if (!trial)
    return (
      <LoadState failure="This sign-in is not known any more" query={query}>
        <RowSkeletons label="Loading what came" mark={16} rowClassName="border-t px-4 py-2" />
      </LoadState>
    );
  return (
    <div className="border-t px-4 py-3 md:px-5">
      <InlineAlert tone={trial.isAccepted ? "success" : "error"}>{trial.text}</InlineAlert>
      <dl
        aria-label="What came"
        className="mt-3 grid gap-x-4 gap-y-1 text-xs sm:grid-cols-[minmax(0,16rem)_1fr]"
      >
        {factsOf(trial).map(([name, value]) => (
          <div className="contents" key={name}>
            <dt className="text-muted wrap-anywhere">{name}</dt>
            <dd className="mb-1 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function factsOf({ subject, email, name, groups, attributes }: SamlTrial): [string, string][] {
  const facts: [string, string | null | undefined][] = [
    ["Identifier", subject],
    ["Email", email],
    ["Name", name],
    ["Groups", groups?.join(", ")],
    ...attributes.map((one): [string, string] => [`Attribute ${one.name}`, one.values.join(", ")]),
  ];
  return facts.flatMap(([fact, value]) => (value ? [[fact, value] as [string, string]] : []));
}
