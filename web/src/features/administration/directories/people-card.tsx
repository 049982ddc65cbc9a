import {
  type Directory,
  type DirectoryPerson,
  directoryProblems,
  isSignOnKind,
} from "@atoll/contract/directories/schemas";
import { UserRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { counted } from "../../../lib/counted.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { SettingCard, SettingRow } from "../../../ui/layout/setting-card.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ActDialog } from "./act-dialog.tsx";
import { confirmPerson, letLeave, type PeopleChoice, useDirectoryPeople } from "./api.ts";

export interface PeopleCardProps {
  directory: Directory;
  renderAccountLink: (email: string) => ReactNode;
}

/** The people of a directory: all, those who left and whose things wait for a new owner, and those who cannot follow. */
export function PeopleCard({ directory, renderAccountLink }: PeopleCardProps) {
  const [only, setOnly] = useState<PeopleChoice>("all");
  const [confirmed, setConfirmed] = useState<DirectoryPerson>();
  const [isLeaving, setIsLeaving] = useState(false);
  const list = useDirectoryPeople(directory, only);
  const isHeld = directory.kind === "scim" && directory.leavers !== null;
  const many = isHeld && counted(directory.leavers ?? 0, "person", "people");
  const mayConfirm = ({ problem }: DirectoryPerson) =>
    directory.state === "on" && (problem === "administrator" || problem === "address_of_administrator");
  return (
    <SettingCard
      end={<Segmented label="People" onValueChange={setOnly} options={choices} value={only} />}
      text={texts[only]}
      title="People"
    >
      {many && (
        <SettingRow
          end={
            <Button onClick={() => setIsLeaving(true)} size="sm">
              Let {many} leave
            </Button>
          }
          icon={UserRound}
          text="Their accounts work until you let them leave. Check first that the directory is right."
          title={`${many} left at once`}
        />
      )}
      <PagedList
        empty={<EmptyState title={emptyTexts[only]} />}
        failure="Failed to load the people"
        list={list}
        skeleton={<RowSkeletons label="Loading the people" mark={16} rowClassName="border-t px-4 py-2" />}
      >
        {(items) => (
          <ul aria-label="People of the directory">
            {items.map((person) => (
              <SettingRow
                as="li"
                end={
                  mayConfirm(person) ? (
                    <Button
                      aria-label={`Confirm ${person.name}`}
                      onClick={() => setConfirmed(person)}
                      size="sm"
                    >
                      Confirm
                    </Button>
                  ) : (
                    person.userId !== null && renderAccountLink(person.email)
                  )
                }
                icon={UserRound}
                key={person.id}
                text={person.problem ? directoryProblems[person.problem] : person.email}
                title={
                  <>
                    {person.name}
                    {!person.isActive && <span className="font-regular text-muted text-xs">Not active</span>}
                  </>
                }
              />
            ))}
          </ul>
        )}
      </PagedList>
      {isLeaving && many && (
        <ActDialog
          act={() => letLeave(directory, directory.leavers ?? 0)}
          done={`${many} left`}
          failure="Failed to let them leave"
          onClose={() => setIsLeaving(false)}
          title={`Let ${many} leave`}
          verb="Let them leave"
        >
          They are disabled and signed out everywhere. Nobody is deleted. “Cannot follow” lists who they are.
        </ActDialog>
      )}
      {confirmed && (
        <ActDialog
          act={() => confirmPerson(directory, confirmed)}
          done={`${confirmed.name} follows ${directory.name}`}
          failure="Failed to confirm"
          onClose={() => setConfirmed(undefined)}
          title={`Confirm ${confirmed.name}`}
          verb="Confirm"
        >
          {isSignOnKind(directory.kind)
            ? `The person with the identifier ${confirmed.userName} in ${directory.name} may then sign in to the account of ${confirmed.name} (${confirmed.email}), and groups decide about its roles and departments.`
            : `The account belongs to ${confirmed.name} (${confirmed.email}) in ${directory.name}, which then decides its name and address, and whether it may sign in.`}{" "}
          Confirm only if you know that it is the same person.
        </ActDialog>
      )}
    </SettingCard>
  );
}

const choices = [
  { value: "all", label: "All" },
  { value: "left", label: "Left" },
  { value: "problems", label: "Cannot follow" },
] as const satisfies readonly { value: PeopleChoice; label: string }[];

const texts = {
  all: "Their name and address are changed in the directory.",
  left: "They are disabled and signed out. Open the account to hand over what they own, then delete it.",
  problems: "These accounts do not follow the directory in everything.",
} as const;

const emptyTexts = {
  all: "The directory has sent nobody yet",
  left: "Nobody has left",
  problems: "Everyone can follow",
} as const;
