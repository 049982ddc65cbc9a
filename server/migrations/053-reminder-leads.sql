-- Who has chosen nothing is reminded ten minutes before, and of whole days at nine in the morning of the day before.
INSERT INTO event_reminder_leads (minutes_before) VALUES (10), (900) ON CONFLICT DO NOTHING;
