import { configVariableNames } from "./config.ts";

const described: Record<string, { standard: string; meaning: string }> = {
  PORT: { standard: "3000", meaning: "The port that app, API and socket are served on. 0 takes a free one." },
  HOST: {
    standard: "every address, of IPv4 and IPv6",
    meaning: "The address to listen on; 127.0.0.1 when a reverse proxy on this machine is in front.",
  },
  DATABASE_URL: {
    standard: "the embedded PostgreSQL",
    meaning: "A PostgreSQL 16 or newer of yours, as postgres://user:password@host:5432/name.",
  },
  ATOLL_DATA_DIR: {
    standard: "data",
    meaning:
      "The folder of the embedded PostgreSQL and its password, and of uploaded files unless ATOLL_FILES_FOLDER says otherwise. One server at a time.",
  },
  ATOLL_FILES_FOLDER: {
    standard: "files/ in ATOLL_DATA_DIR",
    meaning: "The folder of uploaded files. Servers that run side by side share it.",
  },
  ATOLL_MAX_FILE_MB: {
    standard: "100",
    meaning:
      "The largest file that may be uploaded, in megabytes. A reverse proxy in front has a limit of its own.",
  },
  ATOLL_STORAGE_PER_PERSON_GB: {
    standard: "20",
    meaning:
      "How much the files of one person may take together, in gigabytes. Deleting a message frees what its files took.",
  },
  ATOLL_KEEP_FREE_MB: {
    standard: "1024",
    meaning:
      "Uploads are refused that would leave less than this free on the disk they lie on, so that the database keeps room. In megabytes.",
  },
  ATOLL_SESSION_DAYS: {
    standard: "90",
    meaning:
      "After so many days a session ends however much it is used, and the person signs in again. One that nobody uses ends after 30.",
  },
  ATOLL_COMPANY_NAME: {
    standard: "Atoll",
    meaning: "The name in the header and on the landing and sign-in pages.",
  },
  ATOLL_ADMIN_EMAIL: {
    standard: "admin@atoll.local",
    meaning: "The first super administrator, made when there is none.",
  },
  ATOLL_ADMIN_PASSWORD: {
    standard: "generated and printed once",
    meaning: "The first super administrator's password, at least 10 characters.",
  },
  ATOLL_PUBLIC_URL: {
    standard: "none",
    meaning:
      "The address people open, as https://atoll.example.com. Single sign-on needs it; the live connection takes pages from there.",
  },
  ATOLL_OIDC_ISSUER: {
    standard: "no single sign-on",
    meaning:
      "Your company's OpenID provider, as https://login.example.com. [The guide](../guides/single-sign-on.md) goes through it.",
  },
  ATOLL_OIDC_CLIENT_ID: { standard: "none", meaning: "What the provider calls Atoll." },
  ATOLL_OIDC_CLIENT_SECRET: {
    standard: "none",
    meaning: "Atoll's secret at the provider. Without one Atoll is a public client.",
  },
  ATOLL_OIDC_NAME: {
    standard: "your company",
    meaning: "What the button on the sign-in page calls the company or its sign-on.",
  },
  ATOLL_OIDC_ROLE_CLAIM: {
    standard: "none",
    meaning: "The claim that says which roles somebody has, as groups. Needs ATOLL_OIDC_ROLE_MAP.",
  },
  ATOLL_OIDC_ROLE_MAP: {
    standard: "none",
    meaning:
      "Values of that claim and the role each gives, as engineers=user,it-admins=admin. At each sign-in the named roles are given and taken; others are left alone.",
  },
  ATOLL_OIDC_CREATE_PENDING: {
    standard: "0",
    meaning: "1 makes a pending account for somebody the provider knows and Atoll does not.",
  },
  ATOLL_TRUSTED_PROXY: {
    standard: "none",
    meaning:
      "Addresses or networks of reverse proxies, separated by commas, whose X-Forwarded-For is believed.",
  },
  ATOLL_PEOPLE_PER_ADDRESS: {
    standard: "500",
    meaning:
      "How many people may share one network address, such as an office behind one. What signed-out requests of one address may do grows with it; the rest is limited by session and person.",
  },
  ATOLL_METRICS_FROM: {
    standard: "loopback",
    meaning:
      "Addresses or networks, separated by commas, that may read the figures at `/metrics`; loopback is this machine.",
  },
  ATOLL_PUSH_PRIVATE_HOSTS: {
    standard: "none",
    meaning:
      "Push services inside your network, by host name or address, separated by commas. To all others notifications go only over https and to public addresses.",
  },
  ATOLL_PREPARED_STATEMENTS: {
    standard: "1",
    meaning: "0 for a connection pooler that cannot hold prepared statements.",
  },
  ATOLL_DEMO: {
    standard: "0",
    meaning: "1 fills an empty database with the demo company. `npm run demo` sets it.",
  },
  ATOLL_LOG_LEVEL: {
    standard: "warn",
    meaning: "What goes to the log on standard error: fatal, error, warn, info, debug, trace or silent.",
  },
};

export interface ConfigVariable {
  name: string;
  /** The default value. */
  standard: string;
  meaning: string;
}

/** Every variable for the reference, in the order of the configuration. One without a description is an error. */
export function describeConfigVariables(): ConfigVariable[] {
  return configVariableNames.map((name) => {
    const description = described[name];
    if (!description) throw new Error(`${name} has no description`);
    return { name, ...description };
  });
}
