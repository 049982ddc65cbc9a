import { usePageTitle } from "../../lib/page/page-title.ts";
import { PageHeader } from "../page/page-header.tsx";
import { NotSentList } from "./not-sent-list.tsx";

/** /not-sent */
export function NotSentPage() {
  usePageTitle("Not sent");
  return (
    <div className="page-pad mx-auto max-w-190">
      <PageHeader title="Not sent">
        <p className="mt-1 text-muted">
          What you wrote in this browser that has not reached the server. It stays here until you remove it or
          sign out.
        </p>
      </PageHeader>
      <NotSentList />
    </div>
  );
}
