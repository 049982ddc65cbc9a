import type { ApiServer, Operation, TrialAnswer } from "@atoll/contract/cards/api-schemas";
import { maxTrialBody, maxTrialText } from "@atoll/contract/cards/limits";
import type { OpenCard } from "@atoll/contract/cards/schemas";
import { Copy, Play } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { useForm } from "../../../lib/form/use-form.ts";
import { formatNumber } from "../../../lib/format-number.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Card as Surface } from "../../../ui/layout/card.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";
import { tryOperation, useServers } from "./apis-api.ts";
import { curlOf, exampleBody, partsIn, takesBody } from "./example-body.ts";

/** Sends a request to an operation, on a server that was allowed and is not production. */
export function TryItCard({ open: { card, operation, type } }: { open: OpenCard }) {
  const query = useServers(type.id);
  const { data } = query;
  if (!operation) return null;
  const servers = (data?.servers ?? []).filter(({ source }) => source === operation.source);
  const callable = servers.filter(({ isAllowed, isProduction }) => isAllowed && !isProduction);
  return (
    <Surface title="Try it" icon={Play} footer={<p className="text-muted text-xs">{footer}</p>}>
      {!data && <LoadState query={query} failure="Failed to load the servers" />}
      {data && callable.length === 0 ? (
        <p className="text-muted text-sm">
          {servers.length === 0
            ? "The imported file names no server with a full address."
            : "No server may be called yet. Members with the permission for the department’s cards allow one under Servers."}
        </p>
      ) : (
        callable.length > 0 && (
          <TrialForm key={card.id} cardId={card.id} operation={operation} servers={callable} />
        )
      )}
    </Surface>
  );
}

const footer = "Production is off here. Requests are recorded under your name, without their content.";

const schema = z.object({
  values: z.record(z.string(), z.string().max(maxTrialText)),
  token: z.string().max(maxTrialText),
  body: z.string().max(maxTrialBody, `Use at most ${maxTrialBody} characters`),
});

function TrialForm({
  cardId,
  operation,
  servers,
}: {
  cardId: string;
  operation: Operation;
  servers: readonly ApiServer[];
}) {
  const [serverId, setServerId] = useState("");
  const [answer, setAnswer] = useState<TrialAnswer>();
  const server = servers.find(({ id }) => id === serverId) ?? servers[0];
  const places = (["path", "query", "header"] as const).flatMap((place) =>
    partsIn(operation, place).map((part, index) => ({ ...part, place, field: `${place}${index}` })),
  );
  // The token stays in this form: it is no draft, and is in no cache.
  const form = useForm({
    values: { values: Object.fromEntries(places.map(({ field }) => [field, ""])), token: "", body: "" },
    schema,
    async send({ values, token, body }) {
      setAnswer(undefined);
      const of = (place: string) =>
        places.flatMap((one) => {
          const value = values[one.field] ?? "";
          return one.place === place && value !== "" ? [{ name: one.name, value }] : [];
        });
      const authorization = token.trim();
      setAnswer(
        await tryOperation(cardId, {
          serverId: server?.id ?? "",
          path: of("path"),
          query: of("query"),
          headers: [
            ...of("header"),
            ...(authorization
              ? [
                  {
                    name: "Authorization",
                    value: /\s/.test(authorization) ? authorization : `Bearer ${authorization}`,
                  },
                ]
              : []),
          ],
          body,
        }),
      );
    },
    fallback: "Failed to send the request",
  });
  function copyCurl(): void {
    const { values, body } = form.getValues();
    const path = places.reduce(
      (text, { place, name, field }) =>
        place === "path" ? text.replaceAll(`{${name}}`, values[field] || `{${name}}`) : text,
      operation.path,
    );
    const headers = places.flatMap(({ place, name, field }) =>
      place === "header" && values[field] ? [`${name}: ${values[field]}`] : [],
    );
    const url = `${(server?.url ?? "").replace(/\/$/, "")}${path}`;
    copyText(curlOf(operation.method, url, headers, body), "Command copied, without the token");
  }
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <Select
        label="Server"
        value={server?.id ?? ""}
        onValueChange={setServerId}
        options={servers.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField
        {...form.field("token")}
        type="password"
        label="Token"
        help="Sent as the Authorization header, and never stored."
        autoComplete="off"
      />
      {places.map(({ place, name, isRequired, type, field }) => (
        <TextField
          key={field}
          {...form.field(`values.${field}`)}
          label={`${name}${isRequired ? "" : " (optional)"}`}
          help={`${type}, in the ${place}`}
          autoComplete="off"
          spellCheck={false}
        />
      ))}
      {takesBody(operation) && (
        <>
          <TextArea
            {...form.field("body")}
            label="Body"
            rows={6}
            spellCheck={false}
            className="font-mono text-xs"
          />
          <Button
            size="sm"
            variant="ghost"
            className="self-start"
            onClick={() => form.fill("body", exampleBody(operation))}
          >
            Fill example
          </Button>
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" icon={Play} loading={form.isSending}>
          Send to {server?.name ?? "the server"}
        </Button>
        <Button icon={Copy} onClick={copyCurl}>
          curl
        </Button>
      </div>
      {answer && <TrialResult answer={answer} />}
    </form>
  );
}

/** The answer to a request that was tried. */
function TrialResult({ answer }: { answer: TrialAnswer }) {
  const { status, headers, body, bytes, isWhole, durationMs } = answer;
  const [part, setPart] = useState<"body" | "headers">("body");
  return (
    <section aria-label="Answer" aria-live="polite" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={status < 400 ? "success" : "error"}>{status}</Badge>
        <span className="text-muted text-xs tabular-nums">
          {formatNumber(durationMs)} ms, {formatNumber(bytes)} B{!isWhole && ", cut here"}
        </span>
        <span className="flex-1" />
        <Segmented
          label="Part of the answer"
          value={part}
          onValueChange={setPart}
          options={[
            { value: "body", label: "Body" },
            { value: "headers", label: "Headers" },
          ]}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <pre tabIndex={0} className="max-h-72 overflow-auto rounded-md border bg-surface-sunken p-3 text-xs">
        {part === "headers"
          ? headers.map(({ name, value }) => `${name}: ${value}`).join("\n")
          : readable(body) || "The answer has no body."}
      </pre>
    </section>
  );
}

/** JSON with indents; anything else as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
