import { isUuid } from "@atoll/contract/uuid";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useQuestion } from "../../features/questions/data/use-questions.ts";
import { QuestionScreen } from "../../features/questions/page/question-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { hasCode } from "../../lib/request/judge-error.ts";
import { buttonClass } from "../../ui/button/button-class.ts";
import { Breadcrumbs } from "../../ui/layout/breadcrumbs.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { MissingScreen } from "../screens/missing-screen.tsx";
import { ShareButton } from "../sharing/share-button.tsx";

const root = "/community-faqs";

/** /community-faqs/{id} */
export function QuestionPage() {
  const { questionId } = useParams({ from: "/workspace/community-faqs/$questionId" });
  const id = questionId.toLowerCase();
  return isUuid(id) ? <OneQuestion key={id} id={id} /> : <MissingScreen />;
}

function OneQuestion({ id }: { id: string }) {
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuestion(id);
  const isMissing = hasCode(error, "question_not_found");
  usePageTitle(data && !isMissing ? data.title : "Question");
  if (isMissing)
    return (
      <div className="grid h-full place-items-center p-6">
        <EmptyState
          title="This question does not exist, or you cannot see it"
          action={
            <Link to={root} className={buttonClass({})}>
              All questions
            </Link>
          }
        />
      </div>
    );
  if (!data)
    return (
      <div className="page-pad">
        {error ? (
          <LoadState query={{ error, isFetching, refetch }} />
        ) : (
          <RowSkeletons label="Loading the question" mark={36} rowClassName="py-3" />
        )}
      </div>
    );
  return (
    <QuestionScreen
      question={data}
      crumbs={
        <Breadcrumbs
          items={[
            { label: "Dashboard", link: <Link to="/dashboard" /> },
            { label: "Community FAQs", link: <Link to={root} /> },
            { label: "Question" },
          ]}
        />
      }
      linkTo={(other) => <Link to="/community-faqs/$questionId" params={{ questionId: other }} />}
      linkToPath={(path) => <Link to={path} />}
      faqLink={data.faqLink === null ? null : <Link to={data.faqLink} />}
      actions={
        <ShareButton
          thing={{
            kind: "question",
            title: data.title,
            path: `${root}/${data.id}`,
            isPrivate: data.isPrivate || data.standing.hidden !== null,
          }}
        />
      }
      onDeleted={() => void navigate({ to: root })}
    />
  );
}
