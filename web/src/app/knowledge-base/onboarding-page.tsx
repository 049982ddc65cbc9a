import { canManageOnboarding } from "@atoll/contract/onboarding/policy";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { UserPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useFigures, useOnboarding, useOwnOnboardings } from "../../features/onboarding/data/queries.ts";
import { PathView } from "../../features/onboarding/newcomer/path-view.tsx";
import { NewPathDialog } from "../../features/onboarding/paths/new-path-dialog.tsx";
import { PathList } from "../../features/onboarding/paths/path-list.tsx";
import { PeopleScreen } from "../../features/onboarding/team/people-screen.tsx";
import { StartDialog } from "../../features/onboarding/team/start-dialog.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { buttonClass } from "../../ui/button/button-class.ts";
import { NewButton } from "../../ui/button/new-button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Segmented } from "../../ui/layout/segmented.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { askLink } from "./ask-link.tsx";
import { MessageButton } from "./message-button.tsx";
import { SectionFrame } from "./section-frame.tsx";

type View = "own" | "people" | "paths";

/** /knowledge-base/onboarding: the viewer's own path, the people they lead, and the paths. */
export function OnboardingPage() {
  usePageTitle("Onboarding");
  const viewer = useViewer();
  const navigate = useNavigate();
  const search = useSearch({ from: "/workspace/knowledge-base/onboarding" });
  const own = useOwnOnboardings();
  const figures = useFigures();
  const mayManage = canManageOnboarding(viewer);
  const go = (next: typeof search) => void navigate({ to: "/knowledge-base/onboarding", search: next });
  const leads = mayManage || (figures.data?.onPath ?? 0) > 0;
  const hasOwn = (own.data?.length ?? 0) > 0;
  const views = [
    ...(hasOwn ? [{ value: "own" as const, label: "My path" }] : []),
    ...(leads ? [{ value: "people" as const, label: "People" }] : []),
    ...(mayManage ? [{ value: "paths" as const, label: "Paths" }] : []),
  ];
  const view: View | undefined = views.find(({ value }) => value === search.show)?.value ?? views[0]?.value;
  const opened = search.of;
  const isOwn = own.data?.some(({ id }) => id === opened) ?? false;
  const asked = mayManage ? search.new : undefined;
  const isLoading = (!own.data && !own.error) || (!figures.data && !figures.error);
  const shown = opened !== undefined && !isOwn ? "one" : view;
  const newPath = (
    <Button size="sm" onClick={() => go({ show: "paths", new: "path" })}>
      New Path
    </Button>
  );
  const choice = views.length > 1 && (
    <Segmented
      label="Which view"
      className="self-start"
      value={shown === "one" ? "people" : (view ?? "own")}
      onValueChange={(show) => go({ show })}
      options={views}
    />
  );
  return (
    <SectionFrame
      actions={
        mayManage && (
          <>
            <NewButton label="New Path" isMain={false} onClick={() => go({ show: "paths", new: "path" })} />
            <NewButton
              label="Start a Path"
              icon={UserPlus}
              onClick={() => go({ show: "people", new: "start" })}
            />
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {shown !== "people" && choice}
        {isLoading ? (
          <RowSkeletons label="Loading onboarding" mark={36} rowClassName="py-4" />
        ) : own.error && !own.data ? (
          <LoadState query={own} />
        ) : opened !== undefined && shown === "one" ? (
          <OnePerson
            id={opened}
            backTo={leads ? "All people" : "To onboarding"}
            onBack={() => go({ show: "people" })}
          />
        ) : shown === "own" ? (
          <OwnPath chosen={opened} />
        ) : shown === "people" ? (
          <PeopleScreen
            toPath={({ id }, name) => (
              <Link to="/knowledge-base/onboarding" search={{ of: id }} className="hover:underline">
                {name}
              </Link>
            )}
            aside={mayManage && <PathsCard start={newPath} />}
            views={choice}
          />
        ) : shown === "paths" ? (
          <Paths start={newPath} />
        ) : (
          <EmptyState title="You are not on a path">
            A path starts with a new account, department or role.
          </EmptyState>
        )}
      </div>
      {asked === "start" && <StartDialog onClose={() => go({ show: "people" })} />}
      {asked === "path" && (
        <NewPathDialog
          onClose={() => go({ show: "paths" })}
          onCreated={({ id }) =>
            void navigate({ to: "/knowledge-base/onboarding/$pathId", params: { pathId: id } })
          }
        />
      )}
    </SectionFrame>
  );
}

const help = { ask: askLink("", "Ask anything") };

/** The viewer's own path; with several, the one that is chosen. */
function OwnPath({ chosen }: { chosen: string | undefined }) {
  const { data = [] } = useOwnOnboardings();
  const [id, setId] = useState(chosen);
  const shown = data.find((one) => one.id === (id ?? chosen)) ?? data[0];
  if (!shown) return null;
  return (
    <>
      {data.length > 1 && (
        <Segmented
          label="Which path"
          className="self-start"
          value={shown.id}
          onValueChange={setId}
          options={data.map((one) => ({ value: one.id, label: one.path.name }))}
        />
      )}
      <PathView
        key={shown.id}
        onboarding={shown}
        {...help}
        message={(person) => <MessageButton person={person} />}
      />
    </>
  );
}

function OnePerson({ id, backTo, onBack }: { id: string; backTo: string; onBack: () => void }) {
  const { data, error, isMissing, isFetching, refetch } = useOnboarding(id);
  const back = (
    <Button size="sm" onClick={onBack}>
      {backTo}
    </Button>
  );
  if (isMissing) return <EmptyState title="This does not exist, or you cannot see it." action={back} />;
  if (!data)
    return error ? (
      <LoadState query={{ error, isFetching, refetch }} />
    ) : (
      <RowSkeletons label="Loading the path" mark={36} rowClassName="py-4" />
    );
  return (
    <PathView
      onboarding={data}
      {...help}
      message={(person) => <MessageButton person={person} />}
      actions={back}
    />
  );
}

const toPath = ({ id, name }: { id: string; name: string }) => (
  <Link to="/knowledge-base/onboarding/$pathId" params={{ pathId: id }} className="hover:underline">
    {name}
  </Link>
);

function Paths({ start }: { start: ReactNode }) {
  return (
    <Card title="Paths">
      <PathList toPath={toPath} start={start} />
    </Card>
  );
}

function PathsCard({ start }: { start: ReactNode }) {
  return (
    <Card
      title="Paths"
      action={
        <Link
          to="/knowledge-base/onboarding"
          search={{ show: "paths" }}
          className={buttonClass({ variant: "ghost", size: "sm" })}
        >
          View all
        </Link>
      }
    >
      <PathList toPath={toPath} start={start} max={4} />
    </Card>
  );
}
