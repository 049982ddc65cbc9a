import { commandRoutes } from "@atoll/contract/commands/routes";
import { X } from "lucide-react";
import { useDeferredValue, useMemo, useState, useSyncExternalStore } from "react";
import { AddressLink } from "../../../capabilities/links/address-link.tsx";
import { WrittenText } from "../../../capabilities/writing/markdown/written-text.tsx";
import { ApiError, call, errorMessage } from "../../../lib/server/api-client.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { buttonClass } from "../../../ui/button/button-class.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { type AnswerAction, answersOf, type CommandAnswer, commandIn, takeProgramAnswer } from "./answers.ts";
import { readers } from "./built-in.ts";
import { type BuiltInName, builtIn, findNamed } from "./command-list.ts";
import { ProgramButtons } from "./program-buttons.tsx";
import type { CommandPlace, Understood } from "./understood.ts";

export interface CommandDeskProps {
  /** The place where is written, as drafts name it. */
  place: string;
  /** The text in the field. */
  text: string;
  /** The place of a command, apart from its ID and the time. */
  given: Omit<CommandPlace, "signedIn" | "now" | "id">;
}

/** Shows how the command that is being written is understood, and the answers of earlier ones. */
export function CommandDesk({ place, text, given }: CommandDeskProps) {
  const answers = answersOf(useSignedIn());
  const list = useSyncExternalStore(answers.subscribe, () => answers.of(place));
  return (
    <div className="max-h-60 overflow-y-auto overscroll-contain pb-1">
      <ul
        aria-label="Answers to your commands"
        aria-live="polite"
        aria-relevant="additions"
        className="contents"
      >
        {list.filter(isOf(text)).map((answer) => (
          <AnswerLine key={answer.id} place={place} answer={answer} />
        ))}
      </ul>
      <Hint text={text} given={given} />
    </div>
  );
}

/** A problem with words that are not in the field any more is not shown. */
function isOf(text: string) {
  return ({ ofText }: CommandAnswer) => ofText === undefined || ofText === text;
}

function Hint({ text, given }: Pick<CommandDeskProps, "text" | "given">) {
  const signedIn = useSignedIn();
  const written = useDeferredValue(text);
  const hint = useMemo(() => {
    const name = commandIn(written);
    if (name === null || !/\s/.test(written)) return null;
    const understood = understand(written, { ...given, signedIn, now: new Date(), id: "" });
    return understood && ("problem" in understood ? understood.problem : understood.says);
  }, [written, given, signedIn]);
  return (
    <p role="status" className={cx("px-2 text-muted text-xs", hint && "pt-1.5")}>
      {hint}
    </p>
  );
}

const noCalls = { mentions: [], mentionsAll: null };

function AnswerLine({ place, answer }: { place: string; answer: CommandAnswer }) {
  const signedIn = useSignedIn();
  const answers = answersOf(signedIn);
  const viewerId = signedIn.viewer.id;
  const [busy, setBusy] = useState<string | null>(null);
  async function press({ id, run }: AnswerAction) {
    setBusy(id);
    try {
      const next = await run();
      if (next) answers.put(place, { ...next, id: answer.id });
      else answers.remove(place, answer.id);
    } catch (error) {
      const { actions = [] } = answer;
      answers.put(place, { ...answer, actions, text: errorMessage(error), isError: true });
    }
    setBusy(null);
  }
  return (
    <li className="mt-1.5 flex items-start gap-2 rounded-md border border-strong border-dashed bg-surface-sunken px-2.5 py-1.5">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="min-w-0">
          {answer.isOfProgram ? (
            <WrittenText
              content={answer.text}
              calls={noCalls}
              viewerId={viewerId}
              className="wrap-anywhere"
            />
          ) : (
            <p className={cx("wrap-anywhere whitespace-pre-line", answer.isError && "text-danger-text")}>
              {answer.text}
            </p>
          )}
          {answer.buttons && answer.buttons.length > 0 && (
            <ProgramButtons messageId={answer.id} buttons={answer.buttons} />
          )}
          <p className="text-faint text-xs">Only you can see this</p>
        </div>
        <div className="flex flex-wrap items-center gap-1.5">
          {answer.link && <AnswerLink {...answer.link} />}
          {answer.actions?.map((action) => (
            <Button
              key={action.id}
              size="sm"
              loading={busy === action.id}
              disabled={busy !== null && busy !== action.id}
              onClick={() => void press(action)}
            >
              {action.label}
            </Button>
          ))}
        </div>
      </div>
      <IconButton label="Dismiss" icon={X} size="sm" onClick={() => answers.remove(place, answer.id)} />
    </li>
  );
}

function AnswerLink({ href, label }: NonNullable<CommandAnswer["link"]>) {
  return (
    <AddressLink address={href} className={buttonClass({ size: "sm" })}>
      {label}
    </AddressLink>
  );
}

/** Returns how a built-in command is understood; undefined for another one. */
function understand(text: string, place: CommandPlace): Understood | undefined {
  const name = commandIn(text);
  const found = builtIn.find((one) => one.name === name);
  return found && readers[found.name satisfies BuiltInName](text.replace(/^\S+\s*/, "").trim(), place);
}

/**
 * The attempts whose answer is not known: the same text again creates the same thing, at the time that was meant, so that
 * "in 20 minutes" is not another time by then.
 */
const attempts = new Map<string, { text: string; id: string; now: Date }>();

/** The commands in which an @ names a colleague. */
const namesPeople: ReadonlySet<string> = new Set<BuiltInName>(["task", "event", "remind", "invite"]);

export interface CommandRun extends CommandDeskProps {
  given: CommandDeskProps["given"] & Pick<CommandPlace, "signedIn">;
  hasFiles: boolean;
  isOffline: boolean;
  /** The command was carried out: its words are no longer needed. */
  onDone: () => void;
  /** Sends the words as a message. */
  onSendAsText: () => void;
}

/** Carries out the command that a text is, and answers the person alone. What is refused leaves the words where they are. */
export async function runCommand(run: CommandRun): Promise<void> {
  const { place, text, given, onDone } = run;
  const answers = answersOf(given.signedIn);
  const sendAsText: AnswerAction = {
    id: "text",
    label: "Send as text",
    async run() {
      run.onSendAsText();
      return undefined;
    },
  };
  // One line says what is wrong with the words in the field. It is a new one each time, so that screen readers say it.
  const refuse = (text: string, actions: readonly AnswerAction[] = [sendAsText]) => {
    removeRefusals(run);
    answers.put(place, { id: uuidv7(), text, isError: true, actions, ofText: run.text });
  };
  const done = (answer?: Omit<CommandAnswer, "id">) => {
    attempts.delete(place);
    removeRefusals(run);
    if (answer) answers.put(place, { ...answer, id: uuidv7() });
    onDone();
  };
  if (run.isOffline) return refuse("Commands need a connection. Your words stay here.");
  if (run.hasFiles) return refuse("Commands take no files. Remove them, or send everything as text.");
  const before = attempts.get(place);
  const attempt = before?.text === text ? before : { text, id: uuidv7(), now: new Date() };
  try {
    const found = namesPeople.has(commandIn(text) ?? "") ? await findNamed(text) : [];
    const people = [...new Map([...given.people, ...found].map((one) => [one.id, one])).values()];
    const { id, now } = attempt;
    const understood = understand(text, { ...given, people, id, now });
    if (understood && "problem" in understood) {
      // A time that was meant may have passed by now.
      attempts.delete(place);
      return refuse(understood.problem);
    }
    attempts.set(place, attempt);
    if (understood) {
      const answer = await understood.act();
      return answer.isError ? refuse(answer.text, answer.actions) : done(answer);
    }
    const { channelId, parentId, signedIn } = given;
    const body = { id, name: commandIn(text) ?? "", text: text.replace(/^\S+\s*/, ""), parentId };
    const { answer } = await call(commandRoutes.runCommand, { params: { channelId }, body });
    if (answer) takeProgramAnswer(signedIn, answer);
    done();
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === "command_call_repeated")
      return refuse(errorMessage(error), [runAgain(run, attempt.id), sendAsText]);
    // A refused command is tried under a new ID; one that may have arrived, under the same.
    if (code !== undefined && code !== "network_error") attempts.delete(place);
    const isUnknown = code === "command_not_found";
    refuse(isUnknown ? `There is no command /${commandIn(text)}. Type / for the list.` : errorMessage(error));
  }
}

/** Gives a command once more, of which nobody knows whether its program got it. */
function runAgain(run: CommandRun, id: string): AnswerAction {
  return {
    id: "again",
    label: "Run again",
    async run() {
      if (attempts.get(run.place)?.id === id) attempts.delete(run.place);
      await runCommand(run);
      return undefined;
    },
  };
}

function removeRefusals({ place, given: { signedIn } }: CommandRun): void {
  const answers = answersOf(signedIn);
  for (const { id, ofText } of answers.of(place)) if (ofText !== undefined) answers.remove(place, id);
}
