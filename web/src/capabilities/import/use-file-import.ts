import {
  keepPreviousData,
  type QueryKey,
  type UseMutationOptions,
  useMutation,
  useQuery,
} from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../lib/server/api-client.ts";
import { uuidv7 } from "../../lib/uuidv7.ts";

/** A file that was chosen to be imported. */
export interface ChosenFile {
  /** Generated when it was chosen: the same file chosen again is another import. */
  id: string;
  name: string;
  /** In base64: its bytes, because only they tell how it is encoded. */
  bytes: string;
}

interface FileImport<Found, Result> {
  /** Choices that the preview depends on, apart from the file. */
  previewKey: QueryKey;
  /** Reads what the file would create. Nothing is written. */
  preview(file: ChosenFile, signal: AbortSignal): Promise<Found>;
  send: UseMutationOptions<Result, unknown, ChosenFile>;
  /** Says why a file cannot be imported. */
  refuse(file: File): string | undefined;
  onChosen?(): void;
}

/** One import of a file: the choice of the file, a preview of what it would create, and the result. */
export function useFileImport<Found, Result>(of: FileImport<Found, Result>) {
  const [file, setFile] = useState<ChosenFile>();
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const preview = useQuery({
    queryKey: ["file-import", file?.id, ...of.previewKey],
    enabled: file !== undefined,
    queryFn: ({ signal }) => {
      if (!file) throw new Error("there is no file");
      return of.preview(file, signal);
    },
    // The preview of one file is never shown for another.
    placeholderData: (before, query) =>
      query?.queryKey[1] === file?.id ? keepPreviousData(before) : undefined,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const sending = useMutation(of.send);

  async function choose(chosen: File): Promise<void> {
    sending.reset();
    const refusal = chosen.size === 0 ? "The file is empty." : of.refuse(chosen);
    setProblem(refusal);
    if (refusal !== undefined) return;
    setReading(true);
    try {
      const bytes = await readBytes(chosen);
      of.onChosen?.();
      setFile({ id: uuidv7(), name: chosen.name, bytes });
    } catch {
      setProblem("This file cannot be read.");
    } finally {
      setReading(false);
    }
  }
  return {
    file,
    isReading,
    preview,
    sending,
    choose: (chosen: File) => void choose(chosen),
    problem:
      problem ??
      (sending.error
        ? errorMessage(sending.error, "Failed to import the file")
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
