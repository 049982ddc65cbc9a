import { commandRoutes } from "@atoll/contract/commands/routes";
import { useRouter } from "@tanstack/react-router";
import { X } from "lucide-react";
import { type MouseEvent, useDeferredValue, useMemo, useState, useSyncExternalStore } from "react";
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
import { type BuiltInName, builtIn } from "./command-list.ts";
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
        {list.map((answer) => (
          <AnswerLine key={answer.id} place={place} answer={answer} />
        ))}
      </ul>
      <Hint text={text} given={given} />
    </div>
  );
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
  const router = useRouter();
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ href });
  }
  return (
    <a href={href} onClick={follow} className={buttonClass({ size: "sm" })}>
      {label}
    </a>
  );
}

/** Returns how a built-in command is understood; undefined for another one. */
function understand(text: string, place: CommandPlace): Understood | undefined {
  const name = commandIn(text);
  const found = builtIn.find((one) => one.name === name);
  return found && readers[found.name satisfies BuiltInName](text.replace(/^\S+\s*/, "").trim(), place);
}

/** The attempts whose answer is not known: the same text again creates the same thing. */
const attempts = new Map<string, { text: string; id: string }>();

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
  const put = (answer: Omit<CommandAnswer, "id">, id = uuidv7()) => answers.put(place, { ...answer, id });
  // One line says what is wrong with the words in the field.
  const refuse = (answer: Omit<CommandAnswer, "id" | "isError">) =>
    put({ ...answer, isError: true }, "refused");
  const sendAsText: AnswerAction = {
    id: "text",
    label: "Send as text",
    async run() {
      run.onSendAsText();
      return undefined;
    },
  };
  const attempt = attempts.get(place);
  const id = attempt?.text === text ? attempt.id : uuidv7();
  const understood = understand(text, { ...given, now: new Date(), id });
  if (run.isOffline)
    return refuse({ text: "Commands need a connection. Your words stay here.", actions: [sendAsText] });
  if (run.hasFiles)
    return refuse({
      text: "Commands take no files. Remove them, or send everything as text.",
      actions: [sendAsText],
    });
  attempts.set(place, { text, id });
  try {
    if (!understood) {
      const { channelId, parentId, signedIn } = given;
      const body = { id, name: commandIn(text) ?? "", text: text.replace(/^\S+\s*/, ""), parentId };
      const { answer } = await call(commandRoutes.runCommand, { params: { channelId }, body });
      if (answer) takeProgramAnswer(signedIn, answer);
      attempts.delete(place);
      answers.remove(place, "refused");
      return onDone();
    }
    if ("problem" in understood) return refuse({ text: understood.problem, actions: [sendAsText] });
    const answer = await understood.act();
    if (answer.isError) return refuse(answer);
    attempts.delete(place);
    answers.remove(place, "refused");
    put(answer);
    onDone();
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code !== "network_error";
    // A refused command is tried under a new ID; one that may have arrived, under the same.
    if (isRefused) attempts.delete(place);
    const isUnknown = error instanceof ApiError && error.code === "command_not_found";
    const isThere = error instanceof ApiError && error.code === "command_call_repeated";
    if (isThere) return onDone();
    const unknown = `There is no command /${commandIn(text)}. Type / for the list.`;
    refuse({ text: isUnknown ? unknown : errorMessage(error), actions: [sendAsText] });
  }
}
