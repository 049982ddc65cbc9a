import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { offerUndo } from "../../../../capabilities/changes/offer-undo.ts";
import { errorMessage } from "../../../../lib/server/api-client.ts";
import { notify } from "../../../../ui/toast/toast.tsx";
import { keys } from "../../data/keys.ts";
import { pagesWords } from "../../transfer/import-words.ts";
import { actOnPages, type BulkAct, type BulkOutcome, type BulkPage } from "./bulk-acts.ts";

const doneWords: Record<BulkAct["act"], string> = {
  archive: "archived",
  unarchive: "brought back",
  move: "moved",
  owner: "handed over",
  readers: "given new readers",
};

interface Work {
  pages: readonly BulkPage[];
  act: BulkAct;
}

/** Acts on several pages. One toast says what was done and offers to undo it; refused pages are kept to be named. */
export function useBulk(onDone: () => void) {
  const queryClient = useQueryClient();
  const [refused, setRefused] = useState<BulkOutcome["refused"]>([]);
  const lookAgain = () => {
    for (const queryKey of [keys.lists, keys.overview, keys.tree, keys.faq, keys.opened])
      void queryClient.invalidateQueries({ queryKey });
  };
  const undo = async (outcome: BulkOutcome) => {
    const undone = await outcome.undo();
    lookAgain();
    setRefused(undone.refused);
    if (undone.done.length === 0) throw new Error("no page could be taken back");
  };
  const { mutate, isPending } = useMutation({
    mutationFn: ({ pages, act }: Work) => actOnPages(pages, act),
    onSuccess(outcome, { act }) {
      lookAgain();
      setRefused(outcome.refused);
      onDone();
      if (outcome.done.length === 0) return;
      offerUndo("pages", `${pagesWords(outcome.done.length)} ${doneWords[act.act]}`, () => undo(outcome));
    },
    onError: (error) => void notify.error(errorMessage(error, "Failed to change the pages")),
  });
  return { run: mutate, isPending, refused, forget: () => setRefused([]) };
}
