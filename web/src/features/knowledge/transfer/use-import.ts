import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import { importMaxBytes } from "@atoll/contract/knowledge/transfer-limits";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, errorMessage } from "../../../lib/api-client.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";

/** A file that was chosen. Its id is that of the import, so that sending it again imports it once. */
interface ChosenFile {
  id: string;
  name: string;
  /** As base64. */
  zip: string;
}

const timeoutMs = 120_000;

/** One import of pages, from the choice of the file over its preview to the pages. */
export function usePageImport() {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<ChosenFile>();
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [parentId, setParentId] = useState<string | null>(null);
  const [publish, setPublish] = useState(false);
  const preview = useQuery({
    queryKey: ["knowledge-import", file?.id, parentId, publish],
    enabled: file !== undefined,
    queryFn: async ({ signal }) => {
      if (!file) throw new Error("there is no file");
      const body = { zip: file.zip, parentId, publish };
      return (await call(routes.previewArticleImport, { body }, { signal, timeoutMs })).import;
    },
    placeholderData: (before, query) =>
      query?.queryKey[1] === file?.id ? keepPreviousData(before) : undefined,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const bring = useMutation({
    mutationFn: async ({ id, zip }: ChosenFile) =>
      (await call(routes.importArticles, { body: { id, zip, parentId, publish } }, { timeoutMs })).import,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ["knowledge"] }),
  });

  async function choose(chosen: File): Promise<void> {
    setProblem(undefined);
    bring.reset();
    if (chosen.size > importMaxBytes)
      return setProblem(
        `A zip file can have at most ${importMaxBytes / 2 ** 20} MB. Split it and try again.`,
      );
    setReading(true);
    try {
      setFile({ id: uuidv7(), name: chosen.name, zip: await readBytes(chosen) });
    } catch {
      setProblem("This file cannot be read.");
    } finally {
      setReading(false);
    }
  }
  return {
    file,
    isReading,
    choose: (chosen: File) => void choose(chosen),
    ...{ parentId, setParentId, publish, setPublish, preview, bring },
    problem:
      problem ??
      (bring.error
        ? errorMessage(bring.error, "Failed to import the file")
        : preview.error
          ? errorMessage(preview.error, "Failed to read the file")
          : undefined),
  };
}

function readBytes(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error ?? new Error("not read"));
    reader.readAsDataURL(file);
  });
}
