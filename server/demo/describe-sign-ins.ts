import { demoPassword, demoSignIns } from "./sign-ins.ts";

/** Returns the text the demo prints when it is ready, with the sign-ins. */
export function describeSignIns(): string {
  const width = Math.max(...demoSignIns.map(({ email }) => email.length));
  const lines = demoSignIns.map(({ email, description }) => `  ${email.padEnd(width)}  ${description}`);
  return ["This is the demo company. Sign in as", ...lines, `all with the password ${demoPassword}`].join(
    "\n",
  );
}
