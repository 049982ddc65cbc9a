-- When a sign-on provider first named any person's groups since its claim or attribute was chosen. From then on, a
-- sign-in without it means that the person has no groups. Null: not yet, so that it says nothing.
ALTER TABLE directories ADD COLUMN groups_heard_at timestamptz;

-- When a sign-on provider last named all groups of a person. Null for people whose groups are unknown, whose rights stay
-- as they are, and for people of other directories.
ALTER TABLE directory_people ADD COLUMN groups_heard_at timestamptz;
-- People of sign-on providers follow only when they sign in.
UPDATE directory_people SET groups_heard_at = updated_at, is_due = false WHERE signed_in_as IS NOT NULL;
