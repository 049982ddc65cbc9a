import type { Person } from "@atoll/contract/people/schemas";
import { useMutation } from "@tanstack/react-query";
import { authorName, firstName } from "../../../capabilities/people/author-name.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { askColleague } from "../data/api.ts";
import { useKeepQuestion } from "../data/use-questions.ts";

interface AskButtonProps {
  questionId: string;
  person: Person;
  /** The person who was asked before. */
  askedId: string | undefined;
}

/** Asks a colleague for an answer: the question reaches their inbox. */
export function AskButton({ questionId, person, askedId }: AskButtonProps) {
  const viewer = useViewer();
  const keep = useKeepQuestion();
  const name = firstName(authorName(person));
  const asking = useMutation({
    mutationFn: () => askColleague(questionId, person.id),
    onSuccess(question) {
      keep(question);
      notify.success(`${name} has been asked`);
    },
    onError: (error) => notify.error(errorMessage(error, `Failed to ask ${name}`)),
  });
  if (person.id === viewer.id || person.isFormer) return null;
  if (askedId === person.id) return <span className="flex-none text-muted text-xs">Asked</span>;
  return (
    <Button size="sm" className="flex-none" loading={asking.isPending} onClick={() => asking.mutate()}>
      Ask {name}
    </Button>
  );
}
