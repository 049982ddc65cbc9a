import { getRouteApi } from "@tanstack/react-router";
import { SharedAnswer } from "../../features/ask-ai/shared-answer.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { WithSourceParts } from "./source-parts.tsx";

const route = getRouteApi("/workspace/ask-ai/shared/$turnId");

/** /ask-ai/shared/{turn} */
export function SharedAnswerPage() {
  const { turnId } = route.useParams();
  usePageTitle("A shared answer");
  return <WithSourceParts>{(parts) => <SharedAnswer turnId={turnId} parts={parts} />}</WithSourceParts>;
}
