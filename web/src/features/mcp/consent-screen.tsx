import {
  type AuthorizationRequest,
  type Consent,
  newConnectionSchema,
} from "@atoll/contract/mcp/oauth-schemas";
import { type TokenScope, tokenAreaNames, tokenAreas } from "@atoll/contract/personal-tokens/areas";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import { useChoice } from "../../lib/form/use-choice.ts";
import { useForm } from "../../lib/form/use-form.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Checkbox } from "../../ui/field/checkbox.tsx";
import { FieldNote } from "../../ui/field/field.tsx";
import { PasswordField } from "../../ui/field/password-field.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { connectProgram, refuseProgram, useConsent } from "./api.ts";

type Asked = Exclude<Consent, { location: string }>;

/** Asks a person whether a program may act for them, and sends the browser back to the program with the answer. */
export function ConsentScreen({ request }: { request: AuthorizationRequest }) {
  const query = useConsent(request);
  const { data } = query;
  const location = data && "location" in data ? data.location : undefined;
  // The program made the request wrong, and learns why.
  useEffect(() => {
    if (location) leaveFor(location);
  }, [location]);
  if (!data)
    return query.error ? (
      <LoadState query={query} />
    ) : (
      <RowSkeletons label="Loading the request" mark={16} rowClassName="py-2" />
    );
  if ("location" in data) return <p className="text-muted text-sm">Going back to the program…</p>;
  return <ConsentForm asked={data} request={request} />;
}

function ConsentForm({ asked, request }: { asked: Asked; request: AuthorizationRequest }) {
  const { program } = asked;
  const { hasPassword, name } = useViewer();
  const form = useForm({
    values: { scopes: asked.scopes, currentPassword: "" },
    schema: newConnectionSchema.pick({ scopes: true }),
    send: async ({ scopes }) => {
      const { location } = await connectProgram({
        request,
        scopes,
        ...(hasPassword && { currentPassword: form.getValues("currentPassword") }),
      });
      leaveFor(location);
    },
    fallback: "Failed to connect the program",
  });
  const refusal = useMutation({
    mutationFn: () => refuseProgram(request),
    onSuccess: ({ location }) => leaveFor(location),
  });
  const failure = form.failure?.text ?? (refusal.error && errorMessage(refusal.error, "Failed to refuse"));
  return (
    <Card title="Connect a program">
      <form className="flex flex-col gap-4" noValidate onSubmit={form.submit}>
        {failure && <InlineAlert tone="error">{failure}</InlineAlert>}
        <p className="text-sm">
          A program that calls itself{" "}
          <bdi className="break-words font-semibold" data-testid="program-name">
            “{program.name}”
          </bdi>{" "}
          wants to act in Atoll as {name}. Afterwards you are sent to{" "}
          <strong className="break-all">{program.redirectTo}</strong>
          {program.isLocal && ", a program on this device"}.
        </p>
        <InlineAlert tone="notice">
          Anyone can choose this name. Continue only if you have just asked a program to connect.
        </InlineAlert>
        <ScopeList asked={asked.scopes} {...useChoice(form, "scopes")} />
        {hasPassword && <PasswordField {...form.field("currentPassword")} label="Current password" />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button loading={refusal.isPending} onClick={() => refusal.mutate()}>
            Refuse
          </Button>
          <Button loading={form.isSending} type="submit" variant="primary">
            Connect
          </Button>
        </div>
        <p className="text-faint text-xs">
          It never does more than you can do yourself. You can disconnect it in your settings at any time.
        </p>
      </form>
    </Card>
  );
}

interface ScopeListProps {
  asked: readonly TokenScope[];
  value: readonly TokenScope[];
  onValueChange: (scopes: TokenScope[]) => void;
  error: string | undefined;
  ref: (element: HTMLElement | null) => void;
}

/** Each scope that the program asks for, in words, to be left out. */
function ScopeList({ asked, value, onValueChange, error, ref }: ScopeListProps) {
  const noteId = useId();
  const scopes = tokenAreaNames.flatMap((area) =>
    (["read", "write"] as const).flatMap((grant) => {
      const scope = `${area}:${grant}` as TokenScope;
      return asked.includes(scope) ? [{ scope, area, grant }] : [];
    }),
  );
  const toggle = (scope: TokenScope, isOn: boolean) =>
    onValueChange(isOn ? [...value, scope] : value.filter((one) => one !== scope));
  return (
    <fieldset aria-describedby={error ? noteId : undefined} className="min-w-0" ref={ref} tabIndex={-1}>
      <legend className="mb-1.5 font-semibold text-text text-xs">It may</legend>
      {error && <FieldNote id={noteId} isError note={error} />}
      <ul className="max-h-80 overflow-y-auto rounded-md border">
        {scopes.map(({ scope, area, grant }) => (
          <li className="border-b px-3 py-2 last:border-b-0" key={scope}>
            <Checkbox
              checked={value.includes(scope)}
              help={tokenAreas[area].text}
              label={
                grant === "read"
                  ? `Read ${tokenAreas[area].name}`
                  : `Read and write ${tokenAreas[area].name}, in your name`
              }
              onChange={(event) => toggle(scope, event.target.checked)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** Schemes that would run as a script of this page. The server registers no program with one. */
const runningSchemes = ["javascript:", "data:", "blob:", "vbscript:"];

function leaveFor(location: string): void {
  const scheme = URL.parse(location)?.protocol;
  if (scheme && !runningSchemes.includes(scheme)) window.location.assign(location);
}
