import { useState } from "react";
import { type FileText as Decoded, decodeText } from "../../../lib/decode-text.ts";
import type { FieldProps } from "../../../lib/form/use-form.ts";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";

interface FileTextProps<Name extends string> {
  field: FieldProps<Name>;
  accept: string;
  /** Characters. */
  limit: number;
  onText: (text: string) => void;
}

const bytesPerCharacter = 4;

/** The text of a file: chosen, or pasted. */
export function FileText<Name extends string>({ field, accept, limit, onText }: FileTextProps<Name>) {
  const [problem, setProblem] = useState("");
  const [encoding, setEncoding] = useState<Omit<Decoded, "text">>();

  async function read(file: File | undefined): Promise<void> {
    setProblem("");
    setEncoding(undefined);
    if (!file) return;
    // A file that cannot fit is not brought into memory.
    if (file.size > bytesPerCharacter * limit) return setProblem(`${file.name} is too large to import.`);
    try {
      const { text, ...read } = decodeText(new Uint8Array(await file.arrayBuffer()));
      setEncoding(read);
      onText(text);
    } catch {
      setProblem(`${file.name} could not be read. Choose it again.`);
    }
  }
  return (
    <>
      <label className="flex flex-col gap-1 text-sm">
        <span className="font-semibold">File</span>
        <input
          type="file"
          accept={accept}
          className="text-xs file:mr-3 file:rounded-md file:border file:bg-surface-raised file:px-3 file:py-1.5 file:font-semibold"
          onChange={({ target }) => void read(target.files?.[0])}
        />
      </label>
      {encoding && encoding.encoding !== "UTF-8" && (
        <InlineAlert tone={encoding.isGuessed ? "notice" : "info"}>
          Read as {encoding.encoding}.{" "}
          {encoding.isGuessed && "The file does not say so: check letters such as ä, é and ø below."}
        </InlineAlert>
      )}
      {problem !== "" && <InlineAlert tone="error">{problem}</InlineAlert>}
      <TextArea {...field} label="Text" rows={8} spellCheck={false} isMonospaced />
    </>
  );
}
