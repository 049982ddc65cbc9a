-- How many reminders one person sets for another.

CREATE INDEX reminders_pair ON reminders (owner_id, person_id, created_at);
-- The new one begins with the owner too.
DROP INDEX reminders_of_owner;
