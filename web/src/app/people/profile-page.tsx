import { getRouteApi } from "@tanstack/react-router";
import { authorName } from "../../capabilities/people/author-name.ts";
import { PersonFacts, useProfile } from "../../capabilities/people/card/person-facts.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { Card } from "../../ui/layout/card.tsx";
import { PersonActions } from "./person-actions.tsx";

const route = getRouteApi("/workspace/colleagues/$personId");

/** A colleague's profile, with actions. */
export function ProfilePage() {
  const { personId } = route.useParams();
  const { data } = useProfile(personId);
  usePageTitle(data ? authorName(data.profile) : "Colleague");
  return (
    <div className="page-pad mx-auto max-w-[560px]">
      <Card className="p-5">
        <PersonFacts
          key={personId}
          personId={personId}
          heading="h1"
          actions={<PersonActions personId={personId} onDone={nothing} isPage />}
        />
      </Card>
    </div>
  );
}

const nothing = () => undefined;
