import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import { type ImportReaders, importMaxBytes } from "@atoll/contract/knowledge/transfer-limits";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFileImport } from "../../../capabilities/import/use-file-import.ts";
import { call } from "../../../lib/server/api-client.ts";

const timeoutMs = 120_000;

/** One import of pages, with the choices of where they go. */
export function usePageImport() {
  const queryClient = useQueryClient();
  const [parentId, setParentId] = useState<string | null>(null);
  const [publish, setPublish] = useState(false);
  const [readers, setReaders] = useState<ImportReaders>("importer");
  const work = useFileImport({
    previewKey: ["knowledge", parentId, publish, readers],
    preview: async ({ bytes }, signal) => {
      const body = { zip: bytes, parentId, publish, readers };
      return (await call(routes.previewArticleImport, { body }, { signal, timeoutMs })).import;
    },
    send: {
      // The ID of the file is that of the import, so that sending it again imports it once.
      mutationFn: async ({ id, bytes }) => {
        const body = { id, zip: bytes, parentId, publish, readers };
        return (await call(routes.importArticles, { body }, { timeoutMs })).import;
      },
      onSuccess: () => void queryClient.invalidateQueries({ queryKey: ["knowledge"] }),
    },
    refuse: ({ size }) =>
      size > importMaxBytes
        ? `A zip file can have at most ${importMaxBytes / 2 ** 20} MB. Split it and try again.`
        : undefined,
  });
  return { work, parentId, setParentId, publish, setPublish, readers, setReaders };
}
