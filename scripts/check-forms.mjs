import { CommandError } from "./command.mjs";
import { readSource, sourceFiles } from "./source-files.mjs";

/** Composers, lines that add and boxes that go somewhere: what keeps its own text. The number may only fall. */
const mostOwnHandlers = 10;

const product = /^web\/src\/(?!ui\/dialog\/)(?!.*\.test\.tsx$).*\.tsx$/;
/** The handler that `useForm` returns, or one that a property hands in. */
const ofUseForm = /^(?:[\w.]+\.submit|(?:props\.)?onSubmit)\}/;

/**
 * Fails when a form element or a dialog gets a submit handler that is not that of `useForm`, apart from as many as have
 * a text of their own.
 * @returns {Promise<string>} the number
 * @throws {CommandError} naming all of them
 */
export async function checkForms() {
  /** @type {string[]} */
  const found = [];
  for (const file of (await sourceFiles()).filter((name) => product.test(name))) {
    const text = await readSource(file);
    for (const { index } of text.matchAll(/<(?:form|Dialog)\b/g)) {
      const [, handler] = /\bonSubmit=\{(.*)/s.exec(openingTag(text, index)) ?? [];
      if (handler === undefined || ofUseForm.test(handler)) continue;
      const line = text.slice(0, index).split("\n").length;
      if (!handler.startsWith("submitTo(")) found.unshift(`${file}:${line} handles its submit event by hand`);
      else found.push(`${file}:${line}`);
    }
  }
  if (found.length > mostOwnHandlers || found[0]?.includes(" "))
    throw new CommandError(
      `A form is useForm, in a dialog FormDialog (see CONTRIBUTING). submitTo is for what keeps its own text, and there may be ${mostOwnHandlers} of these:\n${found.join("\n")}`,
    );
  return `${found.length} with a text of their own`;
}

/**
 * Returns an opening tag, up to its end outside of braces.
 * @param {string} text
 * @param {number} from
 */
function openingTag(text, from) {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    if (text[at] === ">" && depth === 0) return text.slice(from, at);
  }
  return text.slice(from);
}
