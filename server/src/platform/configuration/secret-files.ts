import { lstatSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * The settings that are secrets or contain one. Each can be in a file that `<NAME>_FILE` names, or in a credential of
 * systemd that has the name of the setting.
 */
export const secretNames: readonly string[] = [
  "DATABASE_URL",
  "BUS_URL",
  "ATOLL_ADMIN_PASSWORD",
  "SMTP_URL",
  "MAIL_INBOUND_SECRET",
  "ATOLL_OIDC_CLIENT_SECRET",
  "ATOLL_S3_ACCESS_KEY_ID",
  "ATOLL_S3_SECRET_ACCESS_KEY",
];

/** The names of the variables that name such a file. */
export const secretFileNames: readonly string[] = secretNames.map(fileVariableOf);

const maxBytes = 64 * 1024;

type Environment = Record<string, string | undefined>;

/**
 * Returns the environment with the secrets that are in files, as Docker's and Kubernetes' secrets and systemd's
 * credentials are. A line break at the end of a file, which editors add, is not part of its secret.
 * @returns also a sentence for each file that cannot be used, by its variable.
 */
export function readSecretFiles(env: Environment): { env: Environment; problems: Map<string, string> } {
  const read = { ...env };
  const problems = new Map<string, string>();
  for (const name of secretNames) {
    const [source, other] = secretFilesOf(name, env);
    if (!source) continue;
    try {
      if (env[name]) throw new Error(`left out when ${name} is set`);
      if (other) throw new Error(`left out when there is ${other.source}`);
      read[name] = readSecret(source.file);
    } catch (error) {
      problems.set(source.source, error instanceof Error ? error.message : String(error));
    }
  }
  return { env: read, problems };
}

/** Returns the files with a secret, and where each is named. More than one is a mistake. */
export function secretFilesOf(name: string, env: Environment): { source: string; file: string }[] {
  const variable = fileVariableOf(name);
  const file = env[variable];
  const credential = env.CREDENTIALS_DIRECTORY && join(env.CREDENTIALS_DIRECTORY, name);
  return [
    ...(file ? [{ source: variable, file }] : []),
    ...(credential && mayExist(credential) ? [{ source: `the credential ${name}`, file: credential }] : []),
  ];
}

/** Only a file that is certainly missing counts as none: one in a folder that cannot be searched is a mistake to name. */
function mayExist(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** Returns the variable that names the file of a secret. */
function fileVariableOf(name: string): string {
  return `${name}_FILE`;
}

function readSecret(file: string): string {
  const secret = readAtMost(file).replace(/\r?\n$/, "");
  if (secret === "") throw new Error(`a file with the secret in it; ${file} is empty`);
  return secret;
}

function readAtMost(file: string): string {
  try {
    if (statSync(file).size <= maxBytes) return readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const reason = code === "ENOENT" ? "does not exist" : `cannot be read (${code})`;
    throw new Error(`a file that Atoll can read; ${file} ${reason}`);
  }
  throw new Error(`a file with nothing but the secret in it; ${file} is larger than 64 KB`);
}
