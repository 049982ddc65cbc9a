-- What came of a call: its error's code, or the program's answer to the caller. The same request again gets it, because the
-- first answer may have been lost. Null while nobody knows.

ALTER TABLE command_calls ADD COLUMN outcome jsonb;
