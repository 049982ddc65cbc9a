import { configVariableNames } from "./config.ts";

const described: Record<string, { standard: string; meaning: string }> = {
  PORT: { standard: "3000", meaning: "The port for the app, the API and the socket. 0 chooses a free one." },
  HOST: {
    standard: "all IPv4 and IPv6 addresses",
    meaning: "The address to listen on. Set 127.0.0.1 behind a reverse proxy on this machine.",
  },
  DATABASE_URL: {
    standard: "the embedded PostgreSQL",
    meaning: "Your own PostgreSQL, version 16 or newer, as postgres://user:password@host:5432/name.",
  },
  BUS_URL: {
    standard: "PostgreSQL's NOTIFY",
    meaning:
      "A Valkey or Redis server over which several servers send to each other, as redis://user:password@host:6379, or rediss:// with TLS. The same on all of them. See [the guide](../guides/hosting.md#a-bus-between-servers).",
  },
  ATOLL_DATA_DIR: {
    standard: "data",
    meaning:
      "The folder for the embedded PostgreSQL and its password, and for uploaded files unless ATOLL_FILES_FOLDER is set. Only one server at a time can use it.",
  },
  ATOLL_FILES_FOLDER: {
    standard: "files/ in ATOLL_DATA_DIR",
    meaning:
      "The folder for uploaded files. Several servers share it. With ATOLL_S3_BUCKET, only uploads on their way to the bucket are in it, and each server has its own.",
  },
  ATOLL_S3_BUCKET: {
    standard: "files are in ATOLL_FILES_FOLDER",
    meaning:
      "The bucket of an S3 store for uploaded files. See [the guide](../guides/hosting.md#files-in-an-s3-store).",
  },
  ATOLL_S3_ENDPOINT: {
    standard: "Amazon S3",
    meaning: "The address of the store, as https://s3.example.com.",
  },
  ATOLL_S3_REGION: { standard: "us-east-1", meaning: "The region of the bucket." },
  ATOLL_S3_PREFIX: {
    standard: "none",
    meaning: "What every key in the bucket begins with, as atoll/. Two installations in one bucket need two.",
  },
  ATOLL_S3_PATH_STYLE: {
    standard: "1 with ATOLL_S3_ENDPOINT, otherwise 0",
    meaning: "1 puts the bucket into the path of the address, 0 in front of the host name.",
  },
  ATOLL_S3_ACCESS_KEY_ID: {
    standard: "the role of the machine",
    meaning: "The access key for the bucket. Requires ATOLL_S3_SECRET_ACCESS_KEY.",
  },
  ATOLL_S3_SECRET_ACCESS_KEY: { standard: "none", meaning: "The secret of the access key." },
  ATOLL_S3_ENCRYPTION: {
    standard: "as the bucket says",
    meaning: "How the store encrypts each file: AES256 with its own key, or aws:kms with a key of yours.",
  },
  ATOLL_S3_KMS_KEY_ID: {
    standard: "the store's default key",
    meaning: "The key for ATOLL_S3_ENCRYPTION=aws:kms.",
  },
  ATOLL_MAX_FILE_MB: {
    standard: "100",
    meaning: "The maximum size of an uploaded file, in megabytes. A reverse proxy has its own limit.",
  },
  ATOLL_STORAGE_PER_PERSON_GB: {
    standard: "20",
    meaning:
      "The maximum total size of one person's files, in gigabytes. Deleting a message frees the space of its files.",
  },
  ATOLL_KEEP_FREE_MB: {
    standard: "1024",
    meaning:
      "Uploads that would leave less than this free on the disk are refused, so that the database has space. In megabytes.",
  },
  ATOLL_SESSION_DAYS: {
    standard: "90",
    meaning:
      "The maximum length of a session in days, after which the person has to sign in again. An unused session ends after 30 days.",
  },
  ATOLL_COMPANY_NAME: {
    standard: "Atoll",
    meaning: "The name in the header and on the landing and sign-in pages.",
  },
  ATOLL_ADMIN_EMAIL: {
    standard: "admin@atoll.local",
    meaning: "The email of the first super administrator, who is created if there is none.",
  },
  ATOLL_ADMIN_PASSWORD: {
    standard: "generated and printed once",
    meaning: "The password of the first super administrator, at least 10 characters.",
  },
  ATOLL_PUBLIC_URL: {
    standard: "none",
    meaning:
      "The address at which people open Atoll, as https://atoll.example.com. Required for single sign-on and for mail, whose links begin with it. The socket accepts pages from this address.",
  },
  SMTP_URL: {
    standard: "no mail",
    meaning:
      "The mail server, as smtp://user:password@mail.example.com:587 (STARTTLS, required with a password) or smtps://user:password@mail.example.com:465 (TLS). Percent-encode special characters in the name and the password. See [the guide](../guides/mail.md).",
  },
  MAIL_FROM: {
    standard: "none",
    meaning: "The sender of every mail, as Atoll <atoll@example.com>. Required with SMTP_URL.",
  },
  MAIL_INBOUND_SECRET: {
    standard: "no mail is taken in",
    meaning:
      "The secret with which your mail server hands mails over: at least 32 letters, digits, dots, hyphens and underscores. See [the guide](../guides/mail-in.md).",
  },
  MAIL_INBOUND_ADDRESS: {
    standard: "none",
    meaning:
      "The address from which those of replies are made, as atoll@in.example.com: your mail server hands over everything to atoll+…@in.example.com. At most 16 characters before the @. Required with MAIL_INBOUND_SECRET.",
  },
  MAIL_INBOUND_AUTHSERV_ID: {
    standard: "none",
    meaning:
      "The name at the start of the Authentication-Results headers that your mail server adds. Only those are believed. Required with MAIL_INBOUND_SECRET.",
  },
  MAIL_INBOUND_BOUNCES: {
    standard: "1",
    meaning:
      "0: mails keep MAIL_FROM as the sender of their envelope, for mail servers that accept no other one. Atoll then does not hear of mails that come back.",
  },
  ATOLL_OIDC_ISSUER: {
    standard: "no single sign-on",
    meaning:
      "Your company's OpenID provider, as https://login.example.com. See [the guide](../guides/single-sign-on.md).",
  },
  ATOLL_OIDC_CLIENT_ID: { standard: "none", meaning: "Atoll's client ID at the provider." },
  ATOLL_OIDC_CLIENT_SECRET: {
    standard: "none",
    meaning: "Atoll's client secret at the provider. Without one, Atoll is a public client.",
  },
  ATOLL_OIDC_NAME: {
    standard: "your company",
    meaning: "The name of the company or its sign-on, for the button on the sign-in page.",
  },
  ATOLL_OIDC_ROLE_CLAIM: {
    standard: "none",
    meaning: "The claim with a person's roles, such as groups. Requires ATOLL_OIDC_ROLE_MAP.",
  },
  ATOLL_OIDC_ROLE_MAP: {
    standard: "none",
    meaning:
      "The values of that claim and the role for each, as engineers=user,it-admins=admin. These roles are added and removed at each sign-in. Other roles do not change. Without effect once groups are started in the admin panel.",
  },
  ATOLL_OIDC_CREATE_PENDING: {
    standard: "0",
    meaning: "1 creates a pending account for people of the provider who have no account.",
  },
  ATOLL_TRUSTED_PROXY: {
    standard: "none",
    meaning:
      "The addresses or networks of reverse proxies whose X-Forwarded-For is trusted, separated by commas.",
  },
  ATOLL_PEOPLE_PER_ADDRESS: {
    standard: "500",
    meaning:
      "The number of people who share one network address, such as an office. The rate limits for signed-out requests scale with it. Other requests are limited per session and person.",
  },
  ATOLL_METRICS_FROM: {
    standard: "loopback",
    meaning:
      "The addresses or networks that may read `/metrics`, separated by commas. loopback is this machine.",
  },
  ATOLL_PUSH_PRIVATE_HOSTS: {
    standard: "none",
    meaning:
      "Push services and receivers of outgoing webhooks inside your network, by host name or address, separated by commas. Notifications and webhooks to all others are sent only over https and to public addresses.",
  },
  ATOLL_SEARCH_SECONDS: {
    standard: "2",
    meaning:
      "The maximum duration of a search, in seconds. A search that takes longer is cancelled, and the person is asked to try again or to narrow it down.",
  },
  ATOLL_PREPARED_STATEMENTS: {
    standard: "1",
    meaning: "Set 0 for a connection pooler that does not support prepared statements.",
  },
  ATOLL_EXPORT_EVERYTHING: {
    standard: "0",
    meaning:
      "Set 1 to let super administrators export everything in the admin panel, also direct messages and private channels. `npm run export` does not need it.",
  },
  ATOLL_DEMO: {
    standard: "0",
    meaning: "Set 1 to fill an empty database with the demo company. `npm run demo` sets it.",
  },
  ATOLL_LOG_LEVEL: {
    standard: "warn",
    meaning: "The log level on standard error: fatal, error, warn, info, debug, trace or silent.",
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
