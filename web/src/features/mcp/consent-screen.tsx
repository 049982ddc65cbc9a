import {
  type AuthorizationRequest,
  type Consent,
  newConnectionSchema,
} from "@atoll/contract/mcp/oauth-schemas";
import {
  coversScope,
  type TokenArea,
  type TokenScope,
  tokenAreaNames,
  tokenAreas,
  tokenScopes,
} from "@atoll/contract/personal-tokens/areas";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { uuidv7 } from "uuidv7";
import { useChoice } from "../../lib/form/use-choice.ts";
import { useForm } from "../../lib/form/use-form.ts";
import { hasCode } from "../../lib/request/judge-error.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { signOut } from "../../lib/session/session.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Checkbox } from "../../ui/field/checkbox.tsx";
import { FieldNote } from "../../ui/field/field.tsx";
import { PasswordField } from "../../ui/field/password-field.tsx";
import { RadioGroup } from "../../ui/field/radio.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { connectProgram, refuseProgram, useConsent } from "./api.ts";

/**
 * Asks a person whether a program may act for them. The browser goes back to the program only when they press a button:
 * anyone can register any address, so a link to this page must not lead there by itself.
 */
export function ConsentScreen({ request }: { request: AuthorizationRequest }) {
  const query = useConsent(request);
  const [answer, setAnswer] = useState<Answer>();
  const { data } = query;
  if (!data)
    return query.error ? (
      judgeUnusable(query.error) ? (
        <InlineAlert tone="error">{errorMessage(query.error, "Failed to load the request")}</InlineAlert>
      ) : (
        <LoadState query={query} />
      )
    ) : (
      <RowSkeletons label="Loading the request" mark={16} rowClassName="py-2" />
    );
  const onAnswer = (next: Answer) => {
    setAnswer(next);
    leaveFor(next.location);
  };
  if (answer) return <AnswerCard answer={answer} program={data.program} />;
  if (data.error) return <WrongRequest consent={data} onAnswer={onAnswer} request={request} />;
  return <ConsentForm asked={data} onAnswer={onAnswer} request={request} />;
}

/** Refusals that asking again does not change. */
function judgeUnusable(error: unknown): boolean {
  return (
    ["oauth_unknown_client", "oauth_unknown_redirect", "oauth_registration_off", "program_blocked"] as const
  ).some((code) => hasCode(error, code));
}

/** Where the answer goes, and whether it is a yes. */
interface Answer {
  location: string;
  isConnected: boolean;
}

interface AnswerCardProps {
  answer: Answer;
  program: Consent["program"];
}

/** An application's address does not replace this page, and may open nothing. */
function AnswerCard({ answer, program }: AnswerCardProps) {
  return (
    <Card title={answer.isConnected ? "Program connected" : "Program not connected"}>
      <div className="flex flex-col gap-4">
        <p className="text-sm">
          Go back to <bdi className="break-words font-semibold">“{program.name}”</bdi>. You can close this
          page.
        </p>
        <div className="flex justify-end">
          <Button onClick={() => leaveFor(answer.location)}>Open {program.redirectTo}</Button>
        </div>
      </div>
    </Card>
  );
}

interface RefusalProps {
  request: AuthorizationRequest;
  onAnswer: (answer: Answer) => void;
}

function useRefusal({ request, onAnswer }: RefusalProps) {
  return useMutation({
    mutationFn: () => refuseProgram(request),
    onSuccess: ({ location }) => onAnswer({ location, isConnected: false }),
  });
}

/** The program made the request wrong. It learns why when the person goes back. */
function WrongRequest({ consent: { program, error }, ...props }: RefusalProps & { consent: Consent }) {
  const refusal = useRefusal(props);
  return (
    <Card title="Connect a program">
      <div className="flex flex-col gap-4">
        {refusal.error && (
          <InlineAlert tone="error">
            {errorMessage(refusal.error, "Failed to answer the program")}
          </InlineAlert>
        )}
        <InlineAlert tone="error">
          The program made a request that cannot be answered ({error}). Nothing was connected.
        </InlineAlert>
        <p className="text-sm">
          Going back leads to <Destination program={program} />. Close this page if you do not know it.
        </p>
        <div className="flex justify-end">
          <Button loading={refusal.isPending} onClick={() => refusal.mutate()}>
            Go Back to {program.redirectTo}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function Destination({ program }: { program: Consent["program"] }) {
  return (
    <>
      <strong className="break-all">{program.redirectTo}</strong>
      {program.isLocal && ", a program on this device"}
      {program.opensApplication && ", which opens an application on this device"}
    </>
  );
}

function ConsentForm({ asked, ...props }: RefusalProps & { asked: Consent }) {
  const { request, onAnswer } = props;
  const { program } = asked;
  const { hasPassword, name } = useViewer();
  // Repeating the request, after a lost answer, makes no second connection.
  const [id] = useState(uuidv7);
  const form = useForm({
    values: { scopes: readingOnly(asked.scopes), currentPassword: "" },
    schema: newConnectionSchema.pick({ scopes: true }),
    send: async ({ scopes }) => {
      const { location } = await connectProgram({
        ...{ id, request, scopes },
        ...(hasPassword && { currentPassword: form.getValues("currentPassword") }),
      });
      form.reset();
      onAnswer({ location, isConnected: true });
    },
    fallback: "Failed to connect the program",
  });
  const refusal = useRefusal(props);
  const failure = form.failure?.text ?? (refusal.error && errorMessage(refusal.error, "Failed to refuse"));
  return (
    <Card title="Connect a program">
      <form className="flex flex-col gap-4" noValidate onSubmit={form.submit}>
        {failure && (
          <InlineAlert
            action={
              hasCode(form.failure?.error, "sign_in_again") && (
                <Button onClick={signInAgain} size="sm">
                  Sign In Again
                </Button>
              )
            }
            tone="error"
          >
            {failure}
          </InlineAlert>
        )}
        <p className="text-sm">
          A program that calls itself{" "}
          <bdi className="break-words font-semibold" data-testid="program-name">
            “{program.name}”
          </bdi>{" "}
          wants to act in Atoll as {name}. Afterwards you are sent to <Destination program={program} />.
        </p>
        <InlineAlert tone="notice">
          Anyone can choose this name. Continue only if you have just asked a program to connect.
        </InlineAlert>
        <ScopeChoice asked={asked.scopes} {...useChoice(form, "scopes")} />
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

/** The request is kept: signing in leads back to this page. */
function signInAgain(): void {
  const origin = window.location.pathname + window.location.search;
  void signOut().finally(() => window.location.assign(`/login?${new URLSearchParams({ origin })}`));
}

/** Returns the scopes to read in each area that a program asks for. */
function readingOnly(asked: readonly TokenScope[]): TokenScope[] {
  return tokenAreaNames.flatMap((area) => {
    const read: TokenScope = `${area}:read`;
    return coversScope(asked, read) ? [read] : [];
  });
}

interface ScopeListProps {
  asked: readonly TokenScope[];
  value: readonly TokenScope[];
  onValueChange: (scopes: TokenScope[]) => void;
  error: string | undefined;
  ref: (element: HTMLElement | null) => void;
}

/** The choice of scopes: only reading, or all requested ones, of which each area can be left out. */
function ScopeChoice({ asked, value, onValueChange, error, ref }: ScopeListProps) {
  const noteId = useId();
  const writable = asked.filter((scope) => scope.endsWith(":write"));
  const scopes = [...readingOnly(asked), ...writable].sort((one, other) => placeOf(one) - placeOf(other));
  const toggle = (scope: TokenScope, isOn: boolean) =>
    onValueChange(isOn ? [...value, scope] : value.filter((one) => one !== scope));
  const writes = value.some((scope) => scope.endsWith(":write"));
  return (
    <>
      {writable.length > 0 && (
        <RadioGroup
          label="It may"
          onValueChange={(choice) => onValueChange(choice === "read" ? readingOnly(asked) : scopes)}
          options={[
            { value: "read", label: "Only read" },
            {
              value: "write",
              label: "Read and write in your name",
              help: "A text that it reads could make it write.",
            },
          ]}
          value={writes ? "write" : "read"}
        />
      )}
      <fieldset aria-describedby={error ? noteId : undefined} className="min-w-0" ref={ref} tabIndex={-1}>
        <legend className="mb-1.5 font-semibold text-text text-xs">In these areas</legend>
        {error && <FieldNote id={noteId} isError note={error} />}
        <ul className="max-h-80 overflow-y-auto rounded-md border">
          {scopes.map((scope) => {
            const area = areaOf(scope);
            return (
              <li className="border-b px-3 py-2 last:border-b-0" key={scope}>
                <Checkbox
                  checked={value.includes(scope)}
                  help={tokenAreas[area].text}
                  label={
                    scope.endsWith(":read")
                      ? `Read ${tokenAreas[area].name}`
                      : `Read and write ${tokenAreas[area].name}, in your name`
                  }
                  onChange={(event) => toggle(scope, event.target.checked)}
                />
              </li>
            );
          })}
        </ul>
      </fieldset>
    </>
  );
}

const placeOf = (scope: TokenScope) => tokenScopes.indexOf(scope);
const areaOf = (scope: TokenScope) => scope.replace(/:\w+$/, "") as TokenArea;

/** Schemes that would run as a script of this page. The server registers no program with one. */
const runningSchemes = ["javascript:", "data:", "blob:", "vbscript:"];

function leaveFor(location: string): void {
  const scheme = URL.parse(location)?.protocol;
  if (scheme && !runningSchemes.includes(scheme)) window.location.assign(location);
}
