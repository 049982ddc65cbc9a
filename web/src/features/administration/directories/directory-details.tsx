import type { Directory, DirectoryPlan, Planned } from "@atoll/contract/directories/schemas";
import { directoryProblems, isSignOnKind } from "@atoll/contract/directories/schemas";
import { ArrowLeft, Link2, Play, Power, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { counted } from "../../../lib/counted.ts";
import { formatAgo } from "../../../lib/time/format-ago.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Button } from "../../../ui/button/button.tsx";
import { SettingCard, SettingRow } from "../../../ui/layout/setting-card.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";
import { ActDialog } from "./act-dialog.tsx";
import {
  changeDirectory,
  deleteDirectory,
  renewSecret,
  scimAddress,
  startDirectory,
  useIsUnset,
  usePlan,
} from "./api.ts";
import { EventsCard } from "./events-card.tsx";
import { LdapCard } from "./ldap-card.tsx";
import { MappingsCard } from "./mappings-card.tsx";
import { OidcCard } from "./oidc-card.tsx";
import { PeopleCard } from "./people-card.tsx";
import { SamlCard } from "./saml-card.tsx";

export interface DirectoryDetailsProps {
  directory: Directory;
  onBack: () => void;
  onSecret: (secret: string) => void;
  renderAccountLink: (email: string) => ReactNode;
  /** The sign-in that was tried. */
  trialId: string | undefined;
}

/** One directory: its connection, what would change, what its groups give, its people and what it changed. */
export function DirectoryDetails({
  directory,
  onBack,
  onSecret,
  renderAccountLink,
  trialId,
}: DirectoryDetailsProps) {
  return (
    <>
      <div className="flex items-center gap-2">
        <Button icon={ArrowLeft} onClick={onBack} size="sm" variant="ghost">
          All directories
        </Button>
        <h2 className="min-w-0 truncate font-semibold">{directory.name}</h2>
      </div>
      {directory.lastProblem && <InlineAlert tone="error">{directory.lastProblem}</InlineAlert>}
      <ConnectionCard directory={directory} onBack={onBack} onSecret={onSecret} />
      {directory.kind === "ldap" && <LdapCard directory={directory} />}
      {directory.kind === "saml" && <SamlCard directory={directory} trialId={trialId} />}
      {directory.kind === "oidc" && <OidcCard directory={directory} />}
      {directory.state === "trial" && <PlanCard directory={directory} />}
      <MappingsCard directory={directory} />
      <PeopleCard directory={directory} renderAccountLink={renderAccountLink} />
      <EventsCard directory={directory} />
    </>
  );
}

type Act = "renew" | "switch" | "remove";

function ConnectionCard({
  directory,
  onBack,
  onSecret,
}: Pick<DirectoryDetailsProps, "directory" | "onBack" | "onSecret">) {
  const now = useNow();
  const [act, setAct] = useState<Act>();
  const { name, kind, state, secret } = directory;
  const close = () => setAct(undefined);
  const isOn = state === "on";
  return (
    <SettingCard
      end={
        <span className="flex flex-wrap gap-2">
          {state !== "trial" && (
            <Button icon={Power} onClick={() => setAct("switch")} size="sm">
              {isOn ? "Switch off" : "Switch on"}
            </Button>
          )}
          <Button icon={Trash2} onClick={() => setAct("remove")} size="sm">
            Remove
          </Button>
        </span>
      }
      text={isSignOnKind(kind) ? signOnText(directory) : stateTexts[state]}
      title="Connection"
    >
      {secret && (
        <SettingRow
          end={
            <Button onClick={() => copyText(scimAddress(), "Address copied")} size="sm">
              Copy address
            </Button>
          }
          icon={Link2}
          text={scimAddress()}
          title="Address for SCIM 2.0"
        />
      )}
      {secret && (
        <SettingRow
          end={
            <Button onClick={() => setAct("renew")} size="sm">
              New secret
            </Button>
          }
          icon={Link2}
          text={`Ends in ${secret.ending}, made ${formatAgo(secret.madeAt, now)}. It is not shown again.`}
          title="Secret"
        />
      )}
      {act === "renew" && (
        <ActDialog
          act={async () => onSecret((await renewSecret(directory)).secret)}
          done="There is a new secret"
          failure="Failed to make a new secret"
          onClose={close}
          title={`New secret for ${name}`}
          verb="Make a new secret"
        >
          The old secret stops working immediately. Until you enter the new one there, {name} cannot reach
          Atoll.
        </ActDialog>
      )}
      {act === "switch" && (
        <ActDialog
          act={() => changeDirectory(directory, { isOn: !isOn })}
          done={isOn ? `${name} is off` : `${name} is on`}
          failure="Failed to switch the directory"
          onClose={close}
          title={isOn ? `Switch ${name} off` : `Switch ${name} on`}
          tone={isOn ? "danger" : "primary"}
          verb={isOn ? "Switch off" : "Switch on"}
        >
          {isOn
            ? "It is not listened to, and accounts stay as they are until it is on again."
            : isSignOnKind(kind)
              ? "Roles and departments follow the groups again, at each sign-in."
              : "Accounts follow it again, from what it last said."}
        </ActDialog>
      )}
      {act === "remove" && (
        <ActDialog
          act={async () => {
            await deleteDirectory(directory);
            onBack();
          }}
          done={`${name} is removed`}
          failure="Failed to remove the directory"
          onClose={close}
          title={`Remove ${name}`}
          verb="Remove directory"
        >
          Its accounts stay as they are and follow nothing any more. People who were disabled stay disabled.
        </ActDialog>
      )}
    </SettingCard>
  );
}

const stateTexts = {
  trial: "Atoll listens, and no account changes until you start the directory.",
  on: "Accounts follow the directory within a minute.",
  off: "It is not listened to, and accounts stay as they are.",
} as const;

function signOnText({ kind, state }: Directory): string {
  if (state === "on") return "Roles and departments follow the groups at each sign-in.";
  const entry = kind === "saml" ? " Nobody signs in here until it is on." : "";
  return `Roles and departments stay as they are.${entry}`;
}

function PlanCard({ directory }: { directory: Directory }) {
  const query = usePlan(directory);
  const [isStarting, setIsStarting] = useState(false);
  const isUnset = useIsUnset(directory);
  const plan = query.data;
  return (
    <SettingCard
      end={
        <Button
          disabled={!plan || query.isPlaceholderData || isUnset}
          icon={Play}
          onClick={() => setIsStarting(true)}
          size="sm"
          variant="primary"
        >
          Start
        </Button>
      }
      text={
        isUnset
          ? "Enter the provider's settings above before you start."
          : "Nothing of this has happened yet. Set what groups give first."
      }
      title="What would change"
    >
      {plan ? (
        <>
          <p className="border-t px-4 py-2 text-sm md:px-5">{sum(plan)}</p>
          <ul aria-label="What would change">{plan.people.map(renderPlanned)}</ul>
        </>
      ) : (
        <LoadState failure="Failed to find out what would change" query={query}>
          <RowSkeletons label="Finding out what would change" mark={16} rowClassName="border-t px-4 py-2" />
        </LoadState>
      )}
      {isStarting && plan && (
        <ActDialog
          act={() => startDirectory(directory)}
          done={`Accounts follow ${directory.name} from now on`}
          failure="Failed to start the directory"
          onClose={() => setIsStarting(false)}
          title={`Start ${directory.name}`}
          tone="primary"
          verb="Start"
        >
          {sum(plan)}{" "}
          {isSignOnKind(directory.kind)
            ? "From now on roles and departments follow the groups at each sign-in."
            : "From now on accounts follow the directory. Nobody is deleted."}
        </ActDialog>
      )}
    </SettingCard>
  );
}

function sum({ counts }: DirectoryPlan): string {
  const parts = [
    [counts.create, "new account"],
    [counts.link, "existing account to link", "existing accounts to link"],
    [counts.update, "account to change", "accounts to change"],
    [counts.disable, "account to disable", "accounts to disable"],
    [counts.enable, "account to enable", "accounts to enable"],
    [counts.problems, "person who cannot follow", "people who cannot follow"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, one, many]) => counted(count, one, many));
  return said.length > 0 ? `${said.join(", ")}.` : "Nothing would change.";
}

function renderPlanned(person: Planned) {
  const acts = person.acts.map((act) => actTexts[act]);
  const parts = [...acts, ...person.details, ...(person.problem ? [directoryProblems[person.problem]] : [])];
  return (
    <li className="border-t px-4 py-2 md:px-5" key={person.personId}>
      <p className="text-sm">
        <span className="font-medium">{person.name}</span> <span className="text-muted">{person.email}</span>
      </p>
      <p className="text-muted text-xs wrap-anywhere">{parts.join(" · ")}</p>
    </li>
  );
}

const actTexts = {
  create: "New account",
  link: "Follows the directory",
  disable: "Disabled",
  enable: "Enabled",
  update: "Changed",
} as const;
