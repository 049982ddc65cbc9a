import { Trash2, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { sendFile } from "../../../capabilities/files/wire.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Logo } from "../../../ui/icon/logo.tsx";
import { notify } from "../../../ui/toast/toast.tsx";

export interface LogoFieldProps {
  logo: string | null;
  /** Shows an upload as the logo, or none. */
  onSave: (logoId: string | null) => Promise<void>;
}

/** The company's logo, on a light and a dark ground: it is shown on both. */
export function LogoField({ logo, onSave }: LogoFieldProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);

  async function save(file: File | null) {
    setSending(true);
    try {
      const id = file && (await sendFile(file, { kind: "company-logo" })).attachment.id;
      await onSave(id);
      notify.success(file ? "Logo updated" : "Logo removed");
    } catch (error) {
      notify.error(errorMessage(error, "Failed to save the logo"));
    } finally {
      setSending(false);
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-4">
      <div className="flex overflow-hidden rounded-md border">
        {["#f2ebde", "#05121a"].map((ground) => (
          <span className="grid size-14 place-items-center" key={ground} style={{ background: ground }}>
            {logo === null ? <Logo size={32} /> : <img alt="" className="size-8 object-contain" src={logo} />}
          </span>
        ))}
      </div>
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="font-semibold text-xs">Logo</h3>
        <p className="text-muted text-xs">
          A square PNG or WebP with a transparent background looks best. Hidden details of the file, such as
          where it was made, are removed.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button icon={Upload} loading={isSending} onClick={() => chooser.current?.click()}>
          {logo === null ? "Choose a logo" : "Choose another logo"}
        </Button>
        {logo !== null && (
          <Button disabled={isSending} icon={Trash2} onClick={() => void save(null)} variant="ghost">
            Remove
          </Button>
        )}
      </div>
      <input
        accept="image/png,image/webp,image/jpeg,image/avif,image/gif"
        aria-label="The company's logo"
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = "";
          if (file) void save(file);
        }}
        ref={chooser}
        tabIndex={-1}
        type="file"
      />
    </div>
  );
}
