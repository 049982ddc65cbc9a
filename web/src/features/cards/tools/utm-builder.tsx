import type { Card } from "@atoll/contract/cards/schemas";
import { Copy, Link2 } from "lucide-react";
import { useRef, useState } from "react";
import { reportSaved } from "../../../lib/form/report-saved.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Card as Surface } from "../../../ui/layout/card.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";
import { asUtmWord, utmLink } from "./utm.ts";

const options = (words: readonly string[]) => words.map((value) => ({ value, label: value }));
const sources = options(["linkedin", "google", "newsletter", "partner", "event"]);
const mediums = options(["paid-social", "cpc", "email", "referral", "print"]);

/** Makes links that say which campaign a visit comes from. */
export function UtmBuilder({ card }: { card: Card }) {
  const [page, setPage] = useState(typeof card.data.page === "string" ? card.data.page : "");
  const [source, setSource] = useState("linkedin");
  const [medium, setMedium] = useState("paid-social");
  const [content, setContent] = useState("");
  const builder = useRef<HTMLDivElement>(null);
  const named = card.data.utm_name;
  const campaign = asUtmWord(typeof named === "string" ? named : card.title);
  const wanted = asUtmWord(content);
  const isContentRight = content === wanted;
  const link = isContentRight ? utmLink({ page, source, medium, campaign, content }) : undefined;
  function copy(): void {
    if (!link) return;
    copyText(link, "Link copied");
    reportSaved(builder.current);
  }
  return (
    <Surface title="UTM builder" icon={Link2}>
      <div ref={builder} className="flex flex-col gap-3">
        <TextField
          label="Page"
          value={page}
          placeholder="pelicanworks.example/depots"
          onChange={({ target }) => setPage(target.value)}
        />
        <div className="grid grid-cols-2 gap-3">
          <Select label="Source" value={source} onValueChange={setSource} options={sources} />
          <Select label="Medium" value={medium} onValueChange={setMedium} options={mediums} />
        </div>
        <TextField label="Campaign" value={campaign} readOnly help="Set by this campaign" />
        <TextField
          label="Content"
          value={content}
          {...(!isContentRight && { error: `Use lower case and dashes: ${wanted}` })}
          onChange={({ target }) => setContent(target.value)}
        />
        {!isContentRight && (
          <Button size="sm" variant="ghost" onClick={() => setContent(wanted)}>
            Use {wanted}
          </Button>
        )}
        <p className="rounded-sm border bg-surface-sunken p-3 font-mono text-xs wrap-anywhere">
          {link ?? "Enter a page such as pelicanworks.example/depots"}
        </p>
        <Button icon={Copy} disabled={!link} onClick={copy}>
          Copy link
        </Button>
      </div>
    </Surface>
  );
}
