-- Providers of single sign-on are directories of their own kind: their groups give roles and departments, by the same
-- mappings and rules as those of SCIM and LDAP. They create, rename and disable no accounts.
ALTER TABLE directories DROP CONSTRAINT directories_kind_check;
ALTER TABLE directories ADD CONSTRAINT directories_kind_check CHECK (kind IN ('scim', 'ldap', 'saml', 'oidc'));
-- There is one provider of each kind.
CREATE UNIQUE INDEX directories_sign_on ON directories (kind) WHERE kind IN ('saml', 'oidc');

-- The account that a person of such a provider has signed in to. Null for people of other directories.
ALTER TABLE directory_people ADD COLUMN signed_in_as uuid REFERENCES accounts (id) ON DELETE CASCADE;
CREATE INDEX directory_people_signed_in_as ON directory_people (signed_in_as) WHERE signed_in_as IS NOT NULL;

-- The provider's names for the person and for its own session, by which it ends sessions here (back-channel logout).
ALTER TABLE single_sign_on_codes ADD COLUMN issuer text, ADD COLUMN subject text, ADD COLUMN sid text;
CREATE INDEX single_sign_on_codes_subject ON single_sign_on_codes (issuer, subject);
ALTER TABLE sessions ADD COLUMN sign_on_issuer text, ADD COLUMN sign_on_subject text, ADD COLUMN sign_on_sid text;
CREATE INDEX sessions_sign_on_subject ON sessions (sign_on_issuer, sign_on_subject)
  WHERE ended_at IS NULL AND sign_on_issuer IS NOT NULL;
CREATE INDEX sessions_sign_on_sid ON sessions (sign_on_issuer, sign_on_sid)
  WHERE ended_at IS NULL AND sign_on_sid IS NOT NULL;

-- Messages of providers that work once, such as logout tokens and SAML assertions, until they expire. Only hashes.
CREATE TABLE single_sign_on_uses (
  use_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX single_sign_on_uses_expiry ON single_sign_on_uses (expires_at);
