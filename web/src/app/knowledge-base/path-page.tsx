import { canManageOnboarding } from "@atoll/contract/onboarding/policy";
import { isUuid } from "@atoll/contract/uuid";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { usePath } from "../../features/onboarding/data/queries.ts";
import { PathEditor } from "../../features/onboarding/paths/path-editor.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { hasCode } from "../../lib/request/judge-error.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { buttonClass } from "../../ui/button/button-class.ts";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { AccessDeniedState } from "../../ui/state/access-denied-state.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { MissingScreen } from "../screens/missing-screen.tsx";
import { SectionFrame } from "./section-frame.tsx";

/** /knowledge-base/onboarding/{id}: a path, for those who write it. */
export function PathPage() {
  const { pathId } = useParams({ from: "/workspace/knowledge-base/onboarding/$pathId" });
  const viewer = useViewer();
  const navigate = useNavigate();
  if (!canManageOnboarding(viewer))
    return <AccessDeniedState onBack={() => void navigate({ to: "/knowledge-base/onboarding" })} />;
  return isUuid(pathId) ? <Loaded key={pathId} pathId={pathId} /> : <MissingScreen />;
}

function Loaded({ pathId }: { pathId: string }) {
  const { data, error, isFetching, refetch } = usePath(pathId);
  usePageTitle(data?.name ?? "Onboarding path");
  const isGone = !data && hasCode(error, "path_not_found");
  const back = (
    <Link to="/knowledge-base/onboarding" search={{ show: "paths" }} className={buttonClass({})}>
      All paths
    </Link>
  );
  return (
    <SectionFrame actions={isGone ? undefined : back}>
      {data ? (
        <PathEditor path={data} />
      ) : isGone ? (
        <EmptyState title="This path no longer exists" action={back} />
      ) : error ? (
        <LoadState query={{ error, isFetching, refetch }} />
      ) : (
        <RowSkeletons label="Loading the path" mark={28} rowClassName="py-3" />
      )}
    </SectionFrame>
  );
}
