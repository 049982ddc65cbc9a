import { type ReferenceKind, referenceKinds } from "@atoll/contract/documents/limits";
import { useQuery } from "@tanstack/react-query";
import { referenceQuery } from "../../../capabilities/documents/references/reference-names.ts";
import { SafeLink } from "../../../capabilities/writing/markdown/inline-text.tsx";
import { useViewer } from "../../../lib/session/use-session.tsx";

const words: Readonly<Record<ReferenceKind, string>> = {
  person: "a person",
  task: "a task",
  channel: "a channel",
  article: "an article",
};

/** A person, task, channel or article in a line of text, by the name that this reader may see. */
export function ArticleMention({ kind, id }: { kind: string; id: string }) {
  const known = referenceKinds.find((one) => one === kind);
  return (
    known && (
      // Each reader sees another name: no comment quotes it.
      <span data-unquoted="">
        <KnownMention kind={known} id={id} />
      </span>
    )
  );
}

function KnownMention({ kind, id }: { kind: ReferenceKind; id: string }) {
  // Guests are told no names.
  const { isGuest } = useViewer();
  const { data } = useQuery({ ...referenceQuery({ kind, id }), enabled: !isGuest });
  if (data === null)
    return (
      <span className="text-muted" title="This does not exist, or you cannot see it.">
        {words[kind]}
      </span>
    );
  if (!data) return <span className="text-muted">{words[kind]}</span>;
  return (
    <SafeLink href={`${location.origin}${data.link}`}>
      {kind === "person" && "@"}
      {data.name}
    </SafeLink>
  );
}
